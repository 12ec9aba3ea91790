import { ApiException } from "@kubernetes/client-node";
import { UserError } from "../userError";
import { smokeDeployment } from "./manifests/smokeDeployment";
import { smokeService } from "./manifests/smokeService";
import type { SmokeCluster } from "./smokeCluster";
import type { SmokeTarget } from "./smokeTarget";

/** A version with the image of its web servers. */
export interface Deployed {
  readonly target: SmokeTarget;
  readonly image: string;
}

/** Puts web servers and their Services into a namespace that is there. @throws UserError when the API server refuses. */
export async function deploySmoke(
  cluster: SmokeCluster,
  namespace: string,
  deployed: readonly Deployed[],
  port: number,
): Promise<void> {
  try {
    for (const { target, image } of deployed) {
      await cluster.createDeployment(smokeDeployment({ namespace, target, image, port }));
      await cluster.createService(smokeService(namespace, target.os));
    }
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    throw new UserError(
      `The API server refuses the web servers of the check (HTTP ${error.code}): ${String(error.body)}`,
    );
  }
}
