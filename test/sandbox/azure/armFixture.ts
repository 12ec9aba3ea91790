import { mkdtempSync, rmSync } from "node:fs";
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

type Settings = Partial<Pick<AzureEmulatorOptions, "now" | "principalFreshnessSeconds" | "durationFactor">>;

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

  /** Ends the emulator and starts another one, with a runtime that knows of nothing, on the same state. */
  async restart(): Promise<void> {
    await this.emulator.close();
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

  /** Sends a request and follows its operation to the end. Answers the operation's final state, or the first answer when there is none. */
  async run(method: string, path: string, apiVersion: string, body?: unknown): Promise<Answer> {
    const first = await this.send(method, path, apiVersion, body);
    const status = first.headers.get("azure-asyncoperation");
    const location = first.headers.get("location");
    if (status === null && location === null) {
      return first;
    }
    for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
      const answer = await this.send("GET", status ?? location ?? "", "");
      const state = status === null ? answer.status : field(answer.body, "status");
      if (state !== 202 && state !== "InProgress") {
        return answer;
      }
    }
    throw new Error(`${method} ${path} did not end`);
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
