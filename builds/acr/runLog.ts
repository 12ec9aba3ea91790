import { StringDecoder } from "node:string_decoder";
import { RestError } from "@azure/core-rest-pipeline";
import { BlobClient } from "@azure/storage-blob";
import { explainStorage } from "./failures/explainStorage";
import type { RegistryTasks } from "./registryTasks";

/** The log of a run: a blob that grows while the run goes on, and is marked when nothing more will come. */
export class RunLog {
  private complete = false;
  private blob: BlobClient | undefined;
  private offset = 0;
  private readonly decoder = new StringDecoder("utf8");
  private rest = "";

  constructor(
    private readonly tasks: RegistryTasks,
    private readonly runId: string,
  ) {}

  /** Whether nothing more will come. */
  get isComplete(): boolean {
    return this.complete;
  }

  /** Takes it for complete as it is. */
  giveUp(): void {
    this.complete = true;
  }

  /** The lines that are new since the last call. None while the run is queued: then there is no log yet. */
  async read(signal: AbortSignal): Promise<readonly string[]> {
    if (this.complete) {
      return [];
    }
    this.blob ??= await this.open(signal);
    try {
      return await this.readBlob(this.blob, signal);
    } catch (error) {
      const status = error instanceof RestError ? error.statusCode : undefined;
      if (status === 404) {
        return [];
      }
      if (status === 403) {
        // The URL has run out; the next read gets a new one.
        this.blob = undefined;
        return [];
      }
      signal.throwIfAborted();
      throw explainStorage(error, "reading the run's log", this.blob.url);
    }
  }

  private async open(signal: AbortSignal): Promise<BlobClient> {
    return new BlobClient(await this.tasks.logUrl(this.runId, signal));
  }

  private async readBlob(blob: BlobClient, signal: AbortSignal): Promise<readonly string[]> {
    const { contentLength = 0, metadata = {} } = await blob.getProperties({ abortSignal: signal });
    const isComplete = Object.keys(metadata).some((name) => name.toLowerCase() === "complete");
    if (contentLength < this.offset) {
      // A run that was started again begins its log anew.
      this.offset = 0;
    }
    let text = "";
    if (contentLength > this.offset) {
      const content = await blob.downloadToBuffer(this.offset, contentLength - this.offset, { abortSignal: signal });
      this.offset += content.length;
      text = this.decoder.write(content);
    }
    this.complete = isComplete;
    return this.lines(text, isComplete);
  }

  private lines(text: string, isLast: boolean): readonly string[] {
    const lines = (this.rest + text).split(/\r?\n/);
    this.rest = lines.pop() ?? "";
    if (isLast && this.rest !== "") {
      lines.push(this.rest);
      this.rest = "";
    }
    return lines;
  }
}
