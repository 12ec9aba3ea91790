import { createDefaultHttpClient } from "@azure/core-rest-pipeline";
import type { AcrBuildRequest, BuildObserver } from "../../../builds/acr/acrBuild";
import type { BuildLimits } from "../../../builds/acr/buildLimits";
import type { AzureAccess } from "../../../builds/azure/azureAccess";
import type { AzureEmulatorOptions } from "../../../sandbox/azure/azureEmulator";
import { ArmFixture, group } from "../../sandbox/azure/armFixture";
import { TestBuilder } from "../../sandbox/azure/containerRegistry/tasks/testBuilder";

/** As fast as the emulator answers. */
export const quick: BuildLimits = {
  contextMiB: 1,
  pollMilliseconds: 2,
  statusMilliseconds: 10,
  queueMinutes: 1,
  graceSeconds: 10,
  outageMinutes: 0.2,
};

/** An Azure emulator with one registry, whose builds do what a test tells them to. */
export class TaskFixture {
  private constructor(
    readonly arm: ArmFixture,
    readonly builder: TestBuilder,
  ) {}

  static async start(settings: Partial<AzureEmulatorOptions> = {}): Promise<TaskFixture> {
    const builder = new TestBuilder();
    const arm = await ArmFixture.start({ imageBuilder: builder, ...settings });
    await arm.send("PUT", group, "2024-03-01", { location: "westeurope" });
    await arm.run("PUT", `${group}/providers/Microsoft.ContainerRegistry/registries/agents4711`, "2023-07-01", {
      location: "westeurope",
      sku: { name: "Basic" },
    });
    return new TaskFixture(arm, builder);
  }

  async stop(): Promise<void> {
    await this.arm.stop();
  }

  get azure(): AzureAccess {
    return accessTo(this.arm);
  }
}

/** Microsoft's clients give their token to https addresses only, so they are told one; storage is reached as it is. */
export function accessTo(arm: ArmFixture, token: () => Promise<string> = () => arm.token()): AzureAccess {
  const direct = createDefaultHttpClient();
  return {
    credential: { getToken: async () => ({ token: await token(), expiresOnTimestamp: Date.now() + 3_600_000 }) },
    resourceManagerUrl: "https://management.example.com",
    audience: "https://management.azure.com",
    httpClient: {
      sendRequest: async (request) => {
        const { pathname, search } = new URL(request.url);
        const toEmulator = { url: `${arm.url}${pathname}${search}`, allowInsecureConnection: true };
        return { ...(await direct.sendRequest({ ...request, ...toEmulator })), request };
      },
    },
  };
}

export const request: AcrBuildRequest = {
  registry: {
    subscriptionId: "00000000-0000-4000-8000-000000000001",
    resourceGroupName: "rg",
    name: "agents4711",
    loginServer: "agents4711.azurecr.io",
  },
  context: {
    files: [{ path: "Dockerfile", mode: 0o644, source: { kind: "text", text: "FROM scratch\n" } }],
  },
  dockerfile: "Dockerfile",
  images: ["web/site:1"],
  os: "Linux",
  buildArguments: {},
};

/** Keeps what it is told. */
export class Follower implements BuildObserver {
  readonly steps: string[] = [];
  readonly lines: string[] = [];

  progress(message: string): void {
    this.steps.push(message);
  }

  log(line: string): void {
    this.lines.push(line);
  }
}

export const untilDone = new AbortController().signal;
