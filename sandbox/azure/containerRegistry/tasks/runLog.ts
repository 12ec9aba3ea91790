import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The log of one run, which grows while clients read it. Lines end as the service's do: azure-cli shows a line when it sees CR LF. */
export class RunLog {
  /** @param secrets Values that are not shown. */
  constructor(
    private readonly path: string,
    private readonly secrets: readonly string[],
    private readonly now: () => Date,
  ) {}

  /** Begins anew: a run that is started again says nothing of the time before. */
  start(): void {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, "");
  }

  /** A line of the service itself, which tells the time in front. */
  timed(text: string): void {
    const [date = "", time = ""] = this.now().toISOString().split(/[T.]/);
    this.line(`${date.replaceAll("-", "/")} ${time} ${text}`);
  }

  line(text: string): void {
    const shown = this.secrets
      .filter((secret) => secret !== "")
      .reduce((line, secret) => line.replaceAll(secret, "*".repeat(8)), text);
    try {
      appendFileSync(this.path, `${shown}\r\n`);
    } catch (error) {
      // The registry was deleted meanwhile, with its logs.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
        throw error;
      }
    }
  }
}
