import { mkdirSync } from "node:fs";
import { type AzureEmulator, startAzureEmulator } from "./azure/azureEmulator";
import { startAzureDevOpsEmulator } from "./azuredevops/azureDevOpsEmulator";
import { startControlServer } from "./controlServer";
import { Directory } from "./entra/directory";
import type { JsonWebKeySet } from "./entra/federation";
import { startTokenServer } from "./entra/tokenServer";
import { AgentImage } from "./images/agentImage";
import { startImageService } from "./images/imageService";
import {
  AKS_SERVER_APPLICATION,
  createClusterRuntime,
  type AuthenticatedUser,
  type ControlPlaneTools,
  type EmbeddedClusterRuntime,
} from "./kubernetes/createClusterRuntime";
import { sandboxPaths } from "./paths";
import { claimFolder, releaseFolder, writeServerFile } from "./serverFile";
import { CertificateAuthority } from "./tls/certificateAuthority";
import { startTlsFront } from "./tls/tlsFront";

/** What the server process is started with, as JSON in its first argument. */
export interface ServerOptions {
  readonly root: string;
  readonly tools: ControlPlaneTools & { readonly crane: string };
  /** 0: as fast as possible; 1: operations last as long as in Azure. */
  readonly durationFactor: number;
  /** How long Azure DevOps refuses a fresh identity. */
  readonly identityDelaySeconds: number;
}

/** Runs the emulators and the clusters until the process is told to end. */
async function main({ root, tools, durationFactor, identityDelaySeconds }: ServerOptions): Promise<void> {
  const paths = sandboxPaths(root);
  mkdirSync(paths.root, { recursive: true });
  if (!claimFolder(paths)) {
    return;
  }
  const directory = new Directory(paths.directoryFile);
  const azureDevOps = await startAzureDevOpsEmulator({
    stateDirectory: paths.azureDevOps,
    directory,
    identityDelaySeconds,
  });
  const agentImage = new AgentImage(paths.agentImage);
  // Meanwhile the clusters come up. A pod that needs the content tries again what has failed, and shows why.
  agentImage.ready().catch((error: unknown) => console.log(`The agent image could not be made: ${String(error)}`));

  // Azure works with the clusters, whose nodes and tokens ask Azure again: nothing asks before both are there.
  const tokens = await startTokenServer({
    directory,
    federation: {
      credentials: async (clientId) => (await azureStart).federatedCredentials(clientId),
      keys: async (issuer) => issuerKeys(issuer, await azureStart, clusters),
    },
    federationDelaySeconds: 120 * durationFactor,
  });
  const authority = CertificateAuthority.open(paths.certificates);
  const entraFront = await startTlsFront({ target: tokens.url, authority });
  const imageService = await startImageService({
    crane: tools.crane,
    registryDirectory: paths.ociRegistry,
    contentDirectory: paths.builtImages,
    agentImage,
    cloud: async () => ({
      metadataHost: new URL((await azureFrontStart).url).host,
      caFile: authority.caFile,
    }),
    images: async () => (await azureStart).registryImages,
    log: (line) => console.log(line),
  });
  const clusters = createClusterRuntime({
    stateDirectory: paths.kubernetes,
    tools,
    log: (line) => console.log(line),
    authenticateUser: (token) => authenticateUser(directory, token),
    images: {
      pull: async (clusterId, image, node) => (await azureStart).images.pull(clusterId, image, node),
    },
    addresses: {
      "https://dev.azure.com": azureDevOps.url,
      "https://login.microsoftonline.com": tokens.url,
    },
    probeSecondMilliseconds: Math.min(1000, Math.max(100, 1000 * durationFactor)),
  });
  const azureStart = startAzureEmulator({
    stateDirectory: paths.azure,
    directory,
    clusters,
    durationFactor,
    imageContents: imageService.contents,
    imageBuilder: imageService.builder,
    loginUrl: entraFront.url,
  });
  const azureFrontStart = azureStart.then(({ url }) => startTlsFront({ target: url, authority }));
  const [azure, azureFront] = await Promise.all([azureStart, azureFrontStart]);

  const control = await startControlServer(clusters);

  let ending = false;
  const end = async () => {
    if (ending) {
      return;
    }
    ending = true;
    await Promise.all([azureFront.close(), azure.close(), control.close()]);
    // Agents take their leave of the others.
    await clusters.close();
    await Promise.all([azureDevOps.close(), entraFront.close(), tokens.close(), imageService.close()]);
    releaseFolder(paths);
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());

  writeServerFile(paths, {
    pid: process.pid,
    azureUrl: azure.url,
    azureTlsUrl: azureFront.url,
    azureDevOpsUrl: azureDevOps.url,
    entraUrl: tokens.url,
    entraTlsUrl: entraFront.url,
    caFile: authority.caFile,
    ociRegistryUrl: imageService.registryUrl,
    controlUrl: control.url,
    controlKey: control.key,
  });
}

/** What the cluster of an issuer publishes at its URL. */
async function issuerKeys(
  issuer: string,
  azure: AzureEmulator,
  clusters: EmbeddedClusterRuntime,
): Promise<JsonWebKeySet | undefined> {
  const clusterId = azure.clusterOfIssuer(issuer);
  return clusterId === undefined
    ? undefined
    : (JSON.parse(await clusters.serviceAccountKeys(clusterId)) as JsonWebKeySet);
}

/** The person who deploys belongs to every cluster's administrator groups; other principals are nobody to a cluster. */
async function authenticateUser(directory: Directory, token: string): Promise<AuthenticatedUser | undefined> {
  const principal = await directory.verifyToken(token, [AKS_SERVER_APPLICATION]);
  return principal === undefined
    ? undefined
    : {
        username: principal.objectId,
        uid: principal.objectId,
        groups: principal.objectId === directory.deployer.objectId ? ["system:masters"] : [],
      };
}

void main(JSON.parse(process.argv[2] ?? "{}") as ServerOptions);
