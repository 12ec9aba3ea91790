import { cp } from "node:fs/promises";
import { layAgentImage } from "./layAgentImage";

/** What the agent images have by RUN, made once and copied for each image. */
export class AgentImage {
  private laid: Promise<void> | undefined;

  /** @param folder Is replaced. */
  constructor(private readonly folder: string) {}

  /** Makes the content, unless that has been done. Another call tries again what has failed. @throws Error that says what stands against it. */
  async ready(): Promise<void> {
    this.laid ??= layAgentImage(this.folder);
    try {
      await this.laid;
    } catch (error) {
      this.laid = undefined;
      throw error;
    }
  }

  /** Puts a copy into a folder. What is read alone, as Node, stays a link. */
  async lay(folder: string): Promise<void> {
    await this.ready();
    await cp(this.folder, folder, { recursive: true, verbatimSymlinks: true });
  }
}
