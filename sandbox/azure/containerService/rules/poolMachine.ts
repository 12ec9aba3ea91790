import { badRequest } from "../../errors";
import type { AgentPoolProperties } from "../../schema/containerService/agentPool";
import type { ClusterContext } from "../clusterContext";
import { parseVmSize } from "../vmSize";

/** VM size, pods per node, priority and outbound NAT. */
export function checkMachine(pool: AgentPoolProperties, cluster: ClusterContext): void {
  checkVmSize(pool);
  checkMaxPods(pool, cluster);
  checkSpot(pool);
  if (pool.windowsProfile?.disableOutboundNat === true && !cluster.hasNatGateway) {
    throw invalid("windowsProfile.disableOutboundNat", "it needs outbound type NAT gateway or user-defined routing");
  }
  if (pool.windowsProfile !== undefined && pool.osType !== "Windows") {
    throw invalid("windowsProfile", "it is only allowed for Windows pools");
  }
  if (pool.podSubnetID !== undefined && cluster.networkProfile.networkPluginMode === "overlay") {
    throw invalid("podSubnetID", "a pod subnet can not be used with the overlay network plugin mode");
  }
}

/** Sources: aks-docs quotas-skus-regions.md 2026-08-03, use-system-pools.md 2026-04-30, windows-best-practices.md. */
function checkVmSize({ vmSize, mode, osType }: AgentPoolProperties): void {
  if (vmSize === undefined) {
    throw invalid("vmSize", "it is required");
  }
  const size = parseVmSize(vmSize);
  if (size === undefined) {
    throw badRequest(
      "BadRequest",
      `The VM size of ${vmSize} is not allowed in your subscription in the location.`,
      "vmSize",
    );
  }
  if (mode === "System" && (size.vCpus < 2 || size.memoryGiB < 4)) {
    throw badRequest("BadRequest", "System node pool must use VM sku with at least 2 vCPUs and 4GB memory.", "vmSize");
  }
  if (mode === "System" && size.burstable) {
    throw badRequest("BadRequest", `System node pool can not use B series VM sku ${vmSize}.`, "vmSize");
  }
  if (size.vCpus < 2) {
    throw badRequest(
      "BadRequest",
      `Node pool must use VM sku with at least 2 vCPUs: ${vmSize} has ${size.vCpus}.`,
      "vmSize",
    );
  }
  if (osType === "Windows" && size.arm64) {
    throw badRequest(
      "VMSizeNotSupportedForWindowsAgentPool",
      `VM size ${vmSize} is not supported for Windows agent pools.`,
      "vmSize",
    );
  }
}

/** 10 to 250; system pools at least 30 pods in all. Source: aks-docs quotas-skus-regions.md, azure-cni-overlay.md. */
function checkMaxPods({ maxPods }: AgentPoolProperties, { networkProfile }: ClusterContext): void {
  const most = networkProfile.networkPlugin === "kubenet" ? 110 : 250;
  if (maxPods !== undefined && (maxPods < 10 || maxPods > most)) {
    throw invalid("maxPods", `it must be between 10 and ${most}`);
  }
}

/** Source: aks-docs spot-node-pool.md. */
function checkSpot(pool: AgentPoolProperties): void {
  const spot = pool.scaleSetPriority === "Spot";
  if (!spot && pool.scaleSetEvictionPolicy !== undefined) {
    throw invalid("scaleSetEvictionPolicy", "it is only allowed when scaleSetPriority is Spot");
  }
  if (!spot && pool.spotMaxPrice !== undefined && pool.spotMaxPrice !== -1) {
    throw invalid("spotMaxPrice", "it is only allowed when scaleSetPriority is Spot");
  }
  if (!spot) {
    return;
  }
  if (pool.mode === "System") {
    throw invalid("scaleSetPriority", "a spot pool can not be a system pool");
  }
  if (pool.spotMaxPrice !== undefined && pool.spotMaxPrice !== -1 && pool.spotMaxPrice <= 0) {
    throw invalid("spotMaxPrice", "it is -1 or larger than 0");
  }
  if (pool.upgradeSettings?.maxSurge !== undefined) {
    throw invalid("upgradeSettings.maxSurge", "it can not be set for spot pools");
  }
}

const invalid = (property: string, reason: string) =>
  badRequest(
    "InvalidParameter",
    `The value of parameter agentPoolProfile.${property} is invalid. Error details: ${reason}.`,
    `agentPoolProfile.${property}`,
  );
