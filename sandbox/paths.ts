import { join } from "node:path";

/** Where one sandbox keeps everything it writes. */
export interface SandboxPaths {
  /** `AKS_AGENTS_SANDBOX`, else `.sandbox` in the checkout. */
  readonly root: string;
  /** The running server's process id and addresses. */
  readonly serverFile: string;
  /** Process id of the server that owns the folder, from its first moment to its last. */
  readonly serverLock: string;
  readonly serverLog: string;
  readonly directoryFile: string;
  /** Key and certificate of the sandbox's own certificate authority. */
  readonly certificates: string;
  readonly azure: string;
  readonly azureDevOps: string;
  readonly kubernetes: string;
  /** Content of the agent images. */
  readonly agentImage: string;
  /** Blobs and manifests of the OCI registry. */
  readonly ociRegistry: string;
  /** File systems of images that were built here. */
  readonly builtImages: string;
  /** The engine's home, state, and its view of the project. */
  readonly pulumi: string;
}

/** The checkout's root folder. */
export const checkout = join(__dirname, "..");

export function sandboxPaths(root = process.env["AKS_AGENTS_SANDBOX"] ?? join(checkout, ".sandbox")): SandboxPaths {
  return {
    root,
    serverFile: join(root, "server.json"),
    serverLock: join(root, "server.lock"),
    serverLog: join(root, "server.log"),
    directoryFile: join(root, "entra.json"),
    certificates: join(root, "certificates"),
    azure: join(root, "azure"),
    azureDevOps: join(root, "azuredevops"),
    kubernetes: join(root, "kubernetes"),
    agentImage: join(root, "images", "agent"),
    ociRegistry: join(root, "registry"),
    builtImages: join(root, "images", "built"),
    pulumi: join(root, "pulumi"),
  };
}
