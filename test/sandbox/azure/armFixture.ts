import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AzureEmulator,
  type AzureEmulatorOptions,
  startAzureEmulator,
} from "../../../sandbox/azure/azureEmulator";
import { Directory } from "../../../sandbox/entra/directory";
import { FakeClusterRuntime } from "./fakeClusterRuntime";

export const subscription = "/subscriptions/00000000-0000-4000-8000-000000000001";
export const group = `${subscription}/resourceGroups/rg`;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

type Settings = Partial<Omit<AzureEmulatorOptions, "stateDirectory" | "directory" | "clusters">>;

/** An emulator on a state directory of its own, and a client that has a token. */
export class ArmFixture {
  private constructor(
    private readonly stateDirectory: string,
    readonly directory: Directory,
    public runtime: FakeClusterRuntime,
    private emulator: AzureEmulator,
    private readonly settings: Settings,
  ) {}

  static async start(settings: Settings = {}): Promise<ArmFixture> {
    const stateDirectory = mkdtempSync(join(tmpdir(), "azure-emulator-"));
    const directory = new Directory(join(stateDirectory, "directory.json"));
    const runtime = new FakeClusterRuntime();
    const emulator = await startAzureEmulator({
      stateDirectory,
      directory,
      clusters: runtime,
      durationFactor: 0,
      ...settings,
    });
    return new ArmFixture(stateDirectory, directory, runtime, emulator, settings);
  }

  get url(): string {
    return this.emulator.url;
  }

  get faults(): AzureEmulator["faults"] {
    return this.emulator.faults;
  }

  get images(): AzureEmulator["images"] {
    return this.emulator.images;
  }

  get registryImages(): AzureEmulator["registryImages"] {
    return this.emulator.registryImages;
  }

  /** Ends the emulator and starts another one, with a runtime that knows of nothing, on the same state. */
  async restart(): Promise<void> {
    await this.emulator.close();
    await this.startAgain();
  }

  /** Like a restart, but while work that never ends is under way. */
  async crash(): Promise<void> {
    void this.emulator.close();
    await this.startAgain();
  }

  private async startAgain(): Promise<void> {
    this.runtime = new FakeClusterRuntime();
    this.emulator = await startAzureEmulator({
      stateDirectory: this.stateDirectory,
      directory: this.directory,
      clusters: this.runtime,
      durationFactor: 0,
      ...this.settings,
    });
  }

  async stop(): Promise<void> {
    await this.emulator.close();
    rmSync(this.stateDirectory, { recursive: true });
  }

  async token(audience = "https://management.azure.com"): Promise<string> {
    return this.directory.issueToken(this.directory.deployer.objectId, audience);
  }

  /** One request; `path` is an id, or a whole URL as answers carry it. */
  async send(method: string, path: string, apiVersion: string, body?: unknown, headers = {}): Promise<Answer> {
    const url = path.startsWith("http")
      ? path
      : `${this.url}${path}${path.includes("?") ? "&" : "?"}api-version=${apiVersion}`;
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${await this.token()}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** Sends a request and follows its operation to the end. */
  async run(method: string, path: string, apiVersion: string, body?: unknown): Promise<Answer> {
    return this.follow(await this.send(method, path, apiVersion, body));
  }

  /** The final state of the operation that an answer leads to, or the answer itself when there is none. */
  async follow(first: Answer): Promise<Answer> {
    const status = first.headers.get("azure-asyncoperation");
    const followed = status ?? first.headers.get("location");
    if (followed === null) {
      return first;
    }
    const { pathname, search } = new URL(followed);
    for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
      const answer = await this.send("GET", `${this.url}${pathname}${search}`, "");
      const state = status === null ? answer.status : field(answer.body, "status");
      if (state !== 202 && state !== "InProgress") {
        return answer;
      }
    }
    throw new Error(`${followed} did not end`);
  }

  /** Everything that the emulator has written to disk. */
  savedState(): string {
    return ["resources.json", "operations.json"]
      .map((file) => readFileSync(join(this.stateDirectory, file), "utf8"))
      .join("");
  }
}

/** The value at a dotted path of an answer's body; list elements by their index. */
export function field(body: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (current, key) => (typeof current === "object" && current !== null ? Reflect.get(current, key) : undefined),
      body,
    );
}

export const errorCode = (answer: Answer): unknown => field(answer.body, "error.code");
