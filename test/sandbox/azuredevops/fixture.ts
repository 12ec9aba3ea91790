import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebApi, getBearerHandler } from "azure-devops-node-api";
import {
  startAzureDevOpsEmulator,
  type AzureDevOpsEmulator,
  type AzureDevOpsEmulatorOptions,
} from "../../../sandbox/azuredevops/azureDevOpsEmulator";
import { Directory, type Principal } from "../../../sandbox/entra/directory";

export const organization = "contoso";
export const projectName = "Web Shop";
const audience = "499b84ac-1321-427f-aa17-267ca6975798";

type Settings = Pick<
  Partial<AzureDevOpsEmulatorOptions>,
  "directory" | "identityDelaySeconds" | "now" | "messagePollSeconds" | "publicUrl"
>;

/** An emulator with one organization and one project, on state of its own. */
export class Fixture {
  private constructor(
    readonly folder: string,
    private readonly settings: Settings,
    readonly directory: Directory,
    public emulator: AzureDevOpsEmulator,
    readonly projectId: string,
  ) {}

  static async open(settings: Settings = {}): Promise<Fixture> {
    const folder = mkdtempSync(join(tmpdir(), "azuredevops-"));
    const directory = settings.directory ?? new Directory(join(folder, "directory.json"));
    const emulator = await start(folder, directory, settings);
    await administer(emulator.url, "PUT", organization);
    const project = await administer(
      emulator.url,
      "PUT",
      `${organization}/projects/${encodeURIComponent(projectName)}`,
    );
    return new Fixture(folder, settings, directory, emulator, String(project["id"]));
  }

  async restart(): Promise<void> {
    await this.emulator.close();
    this.emulator = await start(this.folder, this.directory, this.settings);
  }

  async close(): Promise<void> {
    await this.emulator.close();
    rmSync(this.folder, { recursive: true });
  }

  get organizationUrl(): string {
    return `${this.emulator.url}/${organization}`;
  }

  /** The sandbox's own endpoints under the organization. */
  administer(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    return administer(this.emulator.url, method, `${organization}/${path}`, body);
  }

  token(principal: Principal = this.directory.deployer): Promise<string> {
    return this.directory.issueToken(principal.objectId, audience);
  }

  /** Microsoft's client, signed in as a principal. Default: who deploys. */
  async webApi(principal?: Principal): Promise<WebApi> {
    return new WebApi(this.organizationUrl, getBearerHandler(await this.token(principal)));
  }

  /** A plain request, signed in as a principal. Default: who deploys. */
  async request(method: string, path: string, body?: unknown, principal?: Principal): Promise<Answer> {
    return plainRequest(`${this.organizationUrl}/${path}`, method, body, {
      authorization: `Bearer ${await this.token(principal)}`,
    });
  }
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Headers;
}

/** `body` is empty when the answer is no JSON. */
export async function plainRequest(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      accept: "application/json;api-version=7.1-preview.1",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json") && text !== "";
  return { status: response.status, body: isJson ? record(JSON.parse(text)) : {}, text, headers: response.headers };
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function start(folder: string, directory: Directory, settings: Settings): Promise<AzureDevOpsEmulator> {
  return startAzureDevOpsEmulator({ stateDirectory: folder, directory, identityDelaySeconds: 0, ...settings });
}

async function administer(url: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await plainRequest(`${url}/_sandbox/organizations/${path}`, method, body, {});
  return answer.status < 300 ? answer.body : { status: answer.status, ...answer.body };
}
