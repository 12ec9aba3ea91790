import { statSync } from "node:fs";
import type { BuildOrder } from "../../azure/containerRegistry/imageBuilder";
import type { FileTree } from "./files/fileTree";

const stepTimeoutSeconds = { build: 28_800, push: 3_600 };
type Step = keyof typeof stepTimeoutSeconds;

/** The log of a build, in the form of the service's (Azure/acr#662), without the values of secret build arguments. */
export class BuildLog {
  private readonly secrets: readonly string[];
  private readonly begun: { readonly step: Step; readonly at: number }[] = [];

  constructor(
    private readonly write: (line: string) => void,
    order: Pick<BuildOrder, "buildArguments">,
    private readonly now: () => Date,
  ) {
    this.secrets = order.buildArguments
      .filter(({ isSecret, value }) => isSecret && value !== "")
      .map(({ value }) => value);
  }

  line(text: string): void {
    this.write(this.secrets.reduce((line, secret) => line.replaceAll(secret, "********"), text));
  }

  /** A line of the service's own, which tells the time. */
  timed(text: string): void {
    const [date = "", time = ""] = this.now().toISOString().split(/[T.]/);
    this.line(`${date.replaceAll("-", "/")} ${time} ${text}`);
  }

  beginStep(step: Step): void {
    this.begun.push({ step, at: this.now().getTime() });
    this.timed(
      `Executing step ID: ${step}. Timeout(sec): ${stepTimeoutSeconds[step]}, Working directory: '', Network: ''`,
    );
    if (step === "build") {
      this.timed("Launching container with name: build");
    }
  }

  contextSent(context: FileTree): void {
    const bytes = context
      .below("")
      .reduce((sum, { source }) => sum + (source === undefined ? 0 : statSync(source).size), 0);
    this.line(`Sending build context to Docker daemon  ${size(bytes)}`);
  }

  endSteps(): void {
    const end = this.now().getTime();
    this.begun.forEach(({ step, at }, index) => {
      const seconds = ((this.begun[index + 1]?.at ?? end) - at) / 1000;
      this.timed(`Step ID: ${step} marked as successful (elapsed time in seconds: ${seconds.toFixed(6)})`);
    });
  }
}

/** As Docker writes sizes: docker/go-units HumanSize. */
function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${Number(value.toPrecision(4))}${units[unit]}`;
}
