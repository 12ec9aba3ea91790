import { join } from "node:path";
import type { Directory } from "../entra/directory";
import type { FederatedCredential } from "../entra/federation";
import { Faults } from "../faults";
import type { ClusterRuntime } from "../kubernetes/clusterRuntime";
import type { ImageSource } from "../kubernetes/kubelet/imageSource";
import { armServer } from "./armServer";
import type { ImageBuilder } from "./containerRegistry/imageBuilder";
import { startTaskService } from "./containerRegistry/tasks/taskService";
import type { ImageContents } from "./containerRegistry/imageContents";
import { RegistryImages } from "./containerRegistry/registryImages";
import { registryImageSource } from "./containerRegistry/registryImageSource";
import { ExclusiveWrites } from "./exclusiveWrites";
import { clusterOfIssuer, federatedCredentials } from "./identityFederation";
import { OperationStore } from "./operations";
import { resourceTypes } from "./resourceTypes";
import { resume } from "./resume";
import type { Services } from "./services";
import { ResourceStore } from "./store";

export interface AzureEmulatorOptions {
  /** Where resources and operations are kept, so that another start finds them again. */
  readonly stateDirectory: string;
  /** Default: a free one. */
  readonly port?: number;
  readonly directory: Directory;
  readonly clusters: ClusterRuntime;
  /** 0: long-running operations end as fast as possible; 1: they take as long as in Azure. */
  readonly durationFactor: number;
  /** Clock of retirement dates and operation times. Default: the machine's. */
  readonly now?: () => Date;
  /** How long a new principal stays unknown to role assignments that do not name its type. Default 60 × `durationFactor`. */
  readonly principalFreshnessSeconds?: number;
  /** How long a federated credential is being written, and another one of the same identity refused. Default 150. */
  readonly federatedCredentialWriteMilliseconds?: number;
  /** Where callers sign in, as the metadata of the cloud tells them. Without a trailing slash. Default: `https://login.microsoftonline.com`. */
  readonly loginUrl?: string;
  /** Content of built images. Default: none, so that their containers are simulated. */
  readonly imageContents?: ImageContents;
  /** What builds images for the registries' tasks. Default: nothing does, and every build fails. */
  readonly imageBuilder?: ImageBuilder;
  /** Whether the subscription may run tasks; free ones may not. Default true. */
  readonly tasksAllowed?: boolean;
  /** Seconds of this machine that a build may take at least, however fast the emulated clock runs. Default 300. */
  readonly buildPatienceSeconds?: number;
}

export interface AzureEmulator {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  /** What nodes pull from the registries. */
  readonly images: ImageSource;
  /** What the registries hold. */
  readonly registryImages: RegistryImages;
  /** What the federated credentials of the managed identity with that client id trust. */
  federatedCredentials(clientId: string): readonly FederatedCredential[];
  /** Id of the cluster that publishes the keys of its service-account tokens at a URL. */
  clusterOfIssuer(issuer: string): string | undefined;
  close(): Promise<void>;
}

/** Pause between two looks for manifests whose time has come. Until then nobody can pull them any more, but they take room. */
const RETENTION_SWEEP_MILLISECONDS = 60_000;

/** Starts Azure Resource Manager on loopback, with everything that was in the state directory; clusters and node pools are started again. */
export async function startAzureEmulator(options: AzureEmulatorOptions): Promise<AzureEmulator> {
  const now = options.now ?? (() => new Date());
  const store = new ResourceStore(join(options.stateDirectory, "resources.json"));
  const images = new RegistryImages(store, now, options.imageContents);
  const services: Services = {
    store,
    images,
    operations: new OperationStore(join(options.stateDirectory, "operations.json"), options.durationFactor, now),
    types: resourceTypes,
    exclusive: new ExclusiveWrites(options.federatedCredentialWriteMilliseconds ?? 150),
    directory: options.directory,
    clusters: options.clusters,
    tasks: startTaskService(join(options.stateDirectory, "tasks"), store, now, {
      builder: options.imageBuilder,
      durationFactor: options.durationFactor,
      patienceSeconds: options.buildPatienceSeconds ?? 300,
    }),
    now,
    settings: {
      principalFreshnessSeconds: options.principalFreshnessSeconds ?? 60 * options.durationFactor,
      tasksAllowed: options.tasksAllowed ?? true,
      loginUrl: options.loginUrl ?? "https://login.microsoftonline.com",
    },
  };
  const faults = new Faults();
  const server = await armServer(services, faults);
  await resume(services);
  services.tasks.queue.resume();
  const sweep = setInterval(() => void images.removeDue().catch(() => undefined), RETENTION_SWEEP_MILLISECONDS);
  await server.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    faults,
    images: registryImageSource(store, images, options.imageContents),
    registryImages: images,
    federatedCredentials: (clientId) => federatedCredentials(clientId, services),
    clusterOfIssuer: (issuer) => clusterOfIssuer(issuer, services),
    close: async () => {
      clearInterval(sweep);
      server.server.closeAllConnections();
      await server.close();
      await services.tasks.queue.close();
      await services.operations.close();
    },
  };
}
