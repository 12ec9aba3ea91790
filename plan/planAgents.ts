import { builtImageOf, imageOsOf } from "./agentImages";
import { parseArmId, armTypes } from "./armId";
import type {
  AgentClassPlan,
  AgentDeploymentPlan,
  AzureDevOpsPlan,
  CaBundlePlan,
  NodePoolPlan,
  RuntimeClassPlan,
} from "./fleetPlan";
import { generationsOf, generationsOfClass, type Generation } from "./generations";
import { planGmsa } from "./gmsa";
import { roomOn } from "./nodeRoom";
import { namesOf, namespaceName, nodePoolName } from "./names";
import { normaliseOrganisationUrl } from "./organisationUrl";
import { placementOf } from "./placement";
import type { PlanContext } from "./planContext";
import { planProxy } from "./proxy";
import { planPruning } from "./pruning";
import type { AgentSettings, Settings } from "./settings";
import { timingOf, type AgentTiming } from "./timing";
import { isWindows, windowsVersions } from "./windowsVersions";

export function planAzureDevOps({ orgServiceUrl, azureDevOps }: Settings): AzureDevOpsPlan {
  const existing = azureDevOps.agentIdentity.existing;
  const existingIdentity = existing === undefined ? undefined : parseArmId(existing, armTypes.identity);
  return {
    orgServiceUrl: normaliseOrganisationUrl(orgServiceUrl),
    project: azureDevOps.project,
    authentication: azureDevOps.authentication,
    ...(existingIdentity && { existingIdentity }),
  };
}

/** Windows first, so that the slow pools start first. */
export function planNodePools(settings: Settings): readonly NodePoolPlan[] {
  const pools = generationsOf(settings).map((generation) => planNodePool(generation, settings));
  return [...pools.filter((pool) => pool.osType === "Windows"), ...pools.filter((pool) => pool.osType === "Linux")];
}

function planNodePool(generation: Generation, settings: Settings): NodePoolPlan {
  const { agentClass, letter, os } = generation;
  const placement = placementOf(subjectOf(generation));
  const windows = isWindows(os) ? windowsVersions[os] : undefined;
  return {
    name: nodePoolName(agentClass.name, letter),
    agentClassName: agentClass.name,
    os,
    osType: osTypeOf(os),
    osSku: windows?.osSku ?? "Ubuntu",
    enableFips: windows?.requiresFips ?? false,
    aksApi: windows?.aksApi ?? "default",
    vmSize: generation.vmSize,
    minCount: agentClass.nodes.min,
    maxCount: agentClass.nodes.max,
    ...(agentClass.maxPods !== undefined && { maxPods: agentClass.maxPods }),
    osDiskSizeGiB: agentClass.osDiskGiB,
    availabilityZones: settings.cluster.availabilityZones,
    labels: placement.nodeLabels,
    taints: placement.nodeTaints,
    spot: agentClass.spot,
    drainTimeoutMinutes: timesOf(generation, settings).nodeDrainTimeoutMinutes,
  };
}

export function planRuntimeClasses(settings: Settings): readonly RuntimeClassPlan[] {
  const byName = new Map<string, RuntimeClassPlan>();
  for (const { runtimeClass } of generationsOf(settings).map((generation) => placementOf(subjectOf(generation)))) {
    if (runtimeClass) byName.set(runtimeClass.name, { ...runtimeClass, handler: "runhcs-wcow-process" });
  }
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name));
}

export function planAgentClasses(settings: Settings, context: PlanContext): readonly AgentClassPlan[] {
  return settings.agents.map((agentClass, index) => {
    const caBundle = planCaBundle(agentClass);
    const gmsa = planGmsa(agentClass);
    return {
      name: agentClass.name,
      agentPool: planAgentPool(agentClass, settings, context),
      namespace: namespaceName(agentClass.name),
      serviceAccountName: "agent",
      ...(caBundle && { caBundle }),
      ...(gmsa && { gmsa }),
      pruning: planPruning(agentClass, { osType: osTypeOf(agentClass.os) }),
      deployments: generationsOfClass(agentClass, index).map((generation) =>
        planDeployment(generation, settings, context),
      ),
    };
  });
}

function planCaBundle({ caBundle }: AgentSettings): CaBundlePlan | undefined {
  if (caBundle?.configMap) return { kind: "configMap", ...caBundle.configMap };
  return caBundle?.pem === undefined ? undefined : { kind: "pem", pem: caBundle.pem };
}

function osTypeOf(os: AgentSettings["os"]): AgentDeploymentPlan["osType"] {
  return isWindows(os) ? "Windows" : "Linux";
}

function planAgentPool({ name }: AgentSettings, settings: Settings, context: PlanContext): AgentClassPlan["agentPool"] {
  const { agentPool, pipelines } = settings.azureDevOps;
  const existing = typeof agentPool.existing === "string" ? agentPool.existing : agentPool.existing?.[name];
  return {
    name: existing ?? `${namesOf(settings, context).agentPoolPrefix}-${name}`,
    existing: existing !== undefined,
    pipelines: pipelines === "none" ? [] : pipelines,
  };
}

function planDeployment(generation: Generation, settings: Settings, context: PlanContext): AgentDeploymentPlan {
  const { agentClass, letter, os, image } = generation;
  const placement = placementOf(subjectOf(generation));
  const { nodeDrainTimeoutMinutes: _ofTheNodePool, ...timing } = timesOf(generation, settings);
  const proxy = planProxy(agentClass, settings);
  const gmsa = planGmsa(agentClass);
  const builtImage = builtImageOf(generation, settings);
  return {
    name: `${agentClass.name}-${letter}`,
    agentClassName: agentClass.name,
    fleetMarker: `${context.project}/${context.stack}`,
    generation: letter,
    os,
    osType: osTypeOf(os),
    nodePoolName: nodePoolName(agentClass.name, letter),
    ...(placement.runtimeClass && { runtimeClassName: placement.runtimeClass.name }),
    nodeSelector: placement.nodeSelector,
    tolerations: placement.tolerations,
    ...(image !== undefined && { image }),
    ...(builtImage !== undefined && { builtImage }),
    imageRepository: `agents/${imageOsOf(generation)}`,
    imageTag: context.version,
    replicas: generation.replicas,
    resources: agentClass.resources,
    ...(agentClass.ephemeralStorageGiB !== undefined && { ephemeralStorageGiB: agentClass.ephemeralStorageGiB }),
    volumes: agentClass.volumes.map(({ hostPath: _refused, ...volume }) => volume),
    capabilities: agentClass.capabilities,
    ...timing,
    debugHoldMinutes: agentClass.debugHoldMinutes,
    ...(proxy && { proxy }),
    logMonitor: agentClass.logMonitor,
    ...(gmsa && { gmsaCredentialSpecName: gmsa.credentialSpecName }),
  };
}

function subjectOf({ agentClass, letter, os }: Generation) {
  return { className: agentClass.name, generation: letter, os, spot: agentClass.spot };
}

function timesOf(generation: Generation, settings: Settings): AgentTiming {
  const { agentClass, os, replicas } = generation;
  const { jobTimeoutMinutes, drainTimeoutMinutes, nodes } = agentClass;
  const surely = (roomOn(generation, settings)?.least ?? 0) * nodes.max;
  return timingOf({ os, jobTimeoutMinutes, drainTimeoutMinutes, roomForTwo: surely >= 2 * replicas });
}
