import { readFileSync } from "node:fs";
import { ContainerRegistryManagementClient } from "@azure/arm-containerregistry";
import { ResourceManagementClient } from "@azure/arm-resources";
import { runProcess, type ProcessResult } from "../../../sandbox/engine/runProcess";
import { subscriptionId } from "../../../sandbox/azureEnvironment";
import { checkout } from "../../../sandbox/paths";
import { TestBuilder } from "../../sandbox/azure/containerRegistry/tasks/testBuilder";
import { startTlsCloud, type TlsCloud } from "../../sandbox/tls/tlsCloud";

export const registryId = `/subscriptions/${subscriptionId}/resourceGroups/rg/providers/Microsoft.ContainerRegistry/registries/agents4711`;

/** A cloud with a registry, and `fleet build` as somebody types it. */
export class BuildCloud {
  private constructor(
    readonly cloud: TlsCloud,
    readonly builder: TestBuilder,
  ) {}

  static async start(): Promise<BuildCloud> {
    const builder = new TestBuilder();
    const cloud = await startTlsCloud({ imageBuilder: builder });
    const { directory, azureTlsUrl, caFile } = cloud;
    const credential = {
      getToken: async () => ({
        token: await directory.issueToken(directory.deployer.objectId, "https://management.azure.com"),
        expiresOnTimestamp: Date.now() + 3_600_000,
      }),
    };
    const options = { endpoint: azureTlsUrl, tlsOptions: { ca: readFileSync(caFile, "utf8") } };
    const location = "westeurope";
    await new ResourceManagementClient(credential, subscriptionId, options).resourceGroups.createOrUpdate("rg", {
      location,
    });
    await new ContainerRegistryManagementClient(credential, subscriptionId, options).registries.beginCreateAndWait(
      "rg",
      "agents4711",
      { location, sku: { name: "Basic" } },
      { updateIntervalInMs: 1 },
    );
    return new BuildCloud(cloud, builder);
  }

  stop(): Promise<void> {
    return this.cloud.stop();
  }

  /** The variables of somebody who may deploy. */
  get signedIn(): Record<string, string> {
    const { directory, azureTlsUrl, caFile } = this.cloud;
    return {
      ARM_METADATA_HOSTNAME: new URL(azureTlsUrl).host,
      ARM_TENANT_ID: directory.tenantId,
      ARM_SUBSCRIPTION_ID: subscriptionId,
      ARM_CLIENT_ID: directory.deployer.clientId,
      ARM_CLIENT_SECRET: directory.deployerSecret,
      NODE_EXTRA_CA_CERTS: caFile,
    };
  }
}

export interface RunningBuild {
  readonly ended: Promise<ProcessResult>;
  interrupt(): void;
}

/** @param entry `agentFleet` as in the agent images, or `fleet` as in a checkout. */
export function startFleet(
  entry: "agentFleet" | "fleet",
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningBuild {
  let signal: (name: NodeJS.Signals) => void = () => undefined;
  const ended = runProcess(process.execPath, ["--import", "tsx", `cli/${entry}.ts`, "build", ...args], {
    cwd: checkout,
    env,
    onStart: (kill) => {
      signal = kill;
    },
  });
  return { ended, interrupt: () => signal("SIGINT") };
}
