import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AzureEmulator,
  type AzureEmulatorOptions,
  startAzureEmulator,
} from "../../../sandbox/azure/azureEmulator";
import { Directory } from "../../../sandbox/entra/directory";
import { startTokenServer } from "../../../sandbox/entra/tokenServer";
import type { RegistryImages } from "../../../sandbox/azure/containerRegistry/registryImages";
import type { Faults } from "../../../sandbox/faults";
import { CertificateAuthority } from "../../../sandbox/tls/certificateAuthority";
import { startTlsFront } from "../../../sandbox/tls/tlsFront";
import { FakeClusterRuntime } from "../azure/fakeClusterRuntime";

/** Azure Resource Manager and Entra behind TLS, as clients reach them that believe to talk to Azure. */
export interface TlsCloud {
  readonly directory: Directory;
  readonly azureTlsUrl: string;
  readonly entraTlsUrl: string;
  readonly caFile: string;
  readonly azureFaults: Faults;
  readonly registryImages: RegistryImages;
  stop(): Promise<void>;
}

/** @param settings Of the Azure emulator. */
export async function startTlsCloud(settings: Partial<AzureEmulatorOptions> = {}): Promise<TlsCloud> {
  const folder = mkdtempSync(join(tmpdir(), "tls-cloud-"));
  const directory = new Directory(join(folder, "entra.json"));
  const authority = CertificateAuthority.open(join(folder, "certificates"));
  let azure: AzureEmulator | undefined = undefined;
  const tokens = await startTokenServer({
    directory,
    federation: {
      credentials: async (clientId) => azure?.federatedCredentials(clientId) ?? [],
      keys: async () => undefined,
    },
  });
  const entraFront = await startTlsFront({ target: tokens.url, authority });
  azure = await startAzureEmulator({
    stateDirectory: join(folder, "azure"),
    directory,
    clusters: new FakeClusterRuntime(),
    durationFactor: 0,
    federatedCredentialWriteMilliseconds: 0,
    loginUrl: entraFront.url,
    ...settings,
  });
  const azureFront = await startTlsFront({ target: azure.url, authority });
  const servers = [azureFront, azure, entraFront, tokens];
  return {
    directory,
    azureTlsUrl: azureFront.url,
    entraTlsUrl: entraFront.url,
    caFile: authority.caFile,
    azureFaults: azure.faults,
    registryImages: azure.registryImages,
    stop: async () => {
      for (const server of servers) {
        await server.close();
      }
      rmSync(folder, { recursive: true });
    },
  };
}
