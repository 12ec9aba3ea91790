import type { Directory } from "./entra/directory";
import type { RunningServer } from "./serverFile";

/** The sandbox's subscription: an id of documentation kind, the same in every sandbox. */
export const subscriptionId = "00000000-0000-4000-8000-000000000001";

/** What azure-native reads, so that the program's own Azure clients sign in as the person who deploys, at the sandbox's Azure. */
export function azureEnvironment(
  { deployer, deployerSecret, tenantId }: Directory,
  { azureTlsUrl, caFile }: RunningServer,
) {
  return {
    ARM_METADATA_HOSTNAME: new URL(azureTlsUrl).host,
    ARM_TENANT_ID: tenantId,
    ARM_SUBSCRIPTION_ID: subscriptionId,
    ARM_CLIENT_ID: deployer.clientId,
    ARM_CLIENT_SECRET: deployerSecret,
    NODE_EXTRA_CA_CERTS: caFile,
  };
}
