import { randomBytes } from "node:crypto";
import type { AgentOs } from "../../plan/fleetPlan";
import { chooseTargets } from "./chooseTargets";
import { runChecks } from "./checks/runChecks";
import { deploySmoke, type Deployed } from "./deploySmoke";
import { smokeNamespace } from "./manifests/smokeNamespace";
import { removeSmoke } from "./removeSmoke";
import type { SmokeAccess } from "./smokeAccess";
import { smokeReport, type SmokeReport } from "./smokeReport";
import { usualPace, type SmokePace, type SmokeRun } from "./smokeRun";
import type { SmokeTarget } from "./smokeTarget";

export interface SmokeOptions {
  /** Versions to check. Empty: all that the cluster has. */
  readonly systems: readonly AgentOs[];
  /** Where the images' web servers listen. */
  readonly port: number;
  /** How long pods may take to get ready. Default: as long as a new node and a first pull take. */
  readonly startSeconds?: number;
  /** Leaves everything in the cluster. */
  readonly keep: boolean;
  readonly pace?: SmokePace;
}

export interface SmokeSurroundings {
  readonly access: SmokeAccess;
  /** Reference of the image for a version; making it ends with the signal. @throws UserError when there is none. */
  readonly imageOf: (target: SmokeTarget, signal: AbortSignal) => Promise<string>;
  readonly progress: (message: string) => void;
  /** Something that a person has to know or do. */
  readonly notice: (message: string) => void;
  /** Aborted by an interrupt. What was made is removed all the same. */
  readonly signal: AbortSignal;
  /** Aborted by a second interrupt: nothing is waited for any more. */
  readonly hurry: AbortSignal;
}

/** Deploys web servers, checks everything about them, and removes them. @throws UserError; AbortError after an interrupt. */
export async function performSmoke(options: SmokeOptions, surroundings: SmokeSurroundings): Promise<SmokeReport> {
  const { access, imageOf, progress, notice, signal, hurry } = surroundings;
  const { cluster, ways } = access;
  const pace = options.pace ?? usualPace;
  const [nodes, runtimeClasses] = await Promise.all([cluster.nodes(), cluster.runtimeClasses()]);
  const targets = chooseTargets(options.systems, { nodes, runtimeClasses }).map((target) => ({
    ...target,
    startSeconds: options.startSeconds ?? target.startSeconds,
  }));
  const deployed = await imagesOf(targets, imageOf, signal);
  signal.throwIfAborted();

  const manifest = smokeNamespace(randomBytes(4).toString("hex"));
  const namespace = manifest.metadata.name;
  const run: SmokeRun = { namespace, signal, progress, pace };
  const byHand = `\`kubectl delete namespace ${namespace}\``;
  await cluster.createNamespace(manifest);
  try {
    await deploySmoke(cluster, namespace, deployed, options.port);
    const checks = await runChecks({ cluster, ways, targets }, run);
    const images = Object.fromEntries(deployed.map(({ target, image }) => [target.os, image]));
    return smokeReport({ cluster: access.name, namespace, images, checks });
  } finally {
    if (options.keep) {
      notice(`Everything is still in namespace ${namespace}: ${byHand} removes it.`);
    } else if (!(await removeSmoke(cluster, { namespace, pace, progress, signal: hurry }).catch(() => false))) {
      notice(`Namespace ${namespace} is not gone yet: ${byHand} removes it, should it stay.`);
    }
  }
}

/** All at once. The first that cannot be had ends the others, so that no build goes on for nobody. */
async function imagesOf(
  targets: readonly SmokeTarget[],
  imageOf: SmokeSurroundings["imageOf"],
  signal: AbortSignal,
): Promise<readonly Deployed[]> {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const images = targets.map(async (target) => ({ target, image: await imageOf(target, either) }));
  try {
    return await Promise.all(images);
  } catch (error) {
    failure.abort();
    await Promise.allSettled(images);
    throw error;
  }
}
