import { badRequest } from "../../errors";
import type { AgentPoolProperties } from "../../schema/containerService/agentPool";
import { minorNumber } from "../../tables/kubernetesVersions";
import { defaultWindowsSku, windowsSkus } from "../../tables/windowsSkus";
import type { ClusterContext } from "../clusterContext";

/** Operating system against Kubernetes version, retirement, FIPS and network. */
export function checkPlatform(pool: AgentPoolProperties, version: string, cluster: ClusterContext): void {
  if (pool.osType !== "Windows") {
    checkLinuxSku(pool.osSKU);
    return;
  }
  const sku = pool.osSKU ?? defaultWindowsSku(minorNumber(version));
  checkWindowsSku(sku, version, cluster.today);
  if (windowsSkus[sku]?.requiresFips === true && pool.enableFIPS !== true) {
    throw badRequest(
      "InvalidParameter",
      `The value of parameter agentPoolProfile.enableFIPS is invalid. Error details: ${sku} requires FIPS to be enabled.`,
      "agentPoolProfile.enableFIPS",
    );
  }
  checkWindowsNetwork(cluster);
  checkWindowsPool(pool);
}

function checkLinuxSku(osSku: string | undefined): void {
  if (osSku?.startsWith("Windows") === true) {
    throw badRequest(
      "InvalidOSSKU",
      `OSSKU='${osSku}' is invalid, the OS type of the pool is Linux. For OSType='Linux' use a Linux OSSKU.`,
      "agentPoolProfile.osSKU",
    );
  }
}

function checkWindowsSku(osSku: string, version: string, today: Date): void {
  const sku = windowsSkus[osSku];
  if (sku === undefined) {
    throw badRequest(
      "InvalidOSSKU",
      `OSSKU='${osSku}' is invalid, for OSType='Windows' it is one of ${Object.keys(windowsSkus).join(", ")}.`,
      "agentPoolProfile.osSKU",
    );
  }
  const minor = minorNumber(version);
  if (minor > sku.lastMinor || minor < sku.firstMinor) {
    throw badRequest(
      `${osSku}NotSupportedWithOrchestratorVersion`,
      `${osSku} is not supported with Kubernetes version ${version}.`,
      "agentPoolProfile.osSKU",
    );
  }
  if (sku.retired !== undefined && today.toISOString().slice(0, 10) >= sku.retired) {
    throw badRequest(
      "OSSKURetired",
      `${osSku} has been retired on ${sku.retired}: new node pools cannot be created.`,
      "agentPoolProfile.osSKU",
    );
  }
}

/** Sources: aks-docs windows-best-practices.md, azure-cni-overlay.md 2026-07-31, create-node-pools.md 2026-07-13. */
function checkWindowsNetwork({ networkProfile, hasWindowsProfile }: ClusterContext): void {
  if (networkProfile.networkPlugin !== "azure") {
    throw badRequest(
      "AzureCNIOnlyForWindows",
      "Windows agent pools can only be added to AKS clusters using Azure-CNI.",
    );
  }
  if (networkProfile.networkDataplane === "cilium") {
    throw badRequest(
      "CiliumDataplaneNotSupportedForWindows",
      "Windows agent pools can not be added to clusters with the Cilium dataplane.",
    );
  }
  if (!hasWindowsProfile) {
    throw badRequest(
      "WindowsProfileMissing",
      "Windows agent pools can not be added to a cluster that was created without a Windows profile.",
      "windowsProfile",
    );
  }
}

function checkWindowsPool(pool: AgentPoolProperties): void {
  if (pool.mode === "System") {
    throw badRequest(
      "InvalidParameter",
      "The value of parameter agentPoolProfile.mode is invalid. Error details: system pools must be Linux.",
      "agentPoolProfile.mode",
    );
  }
  const linuxOnly = [
    pool.linuxOSConfig !== undefined ? "linuxOSConfig" : undefined,
    pool.messageOfTheDay !== undefined ? "messageOfTheDay" : undefined,
    pool.securityProfile?.enableVTPM === true ? "securityProfile.enableVTPM" : undefined,
    pool.securityProfile?.enableSecureBoot === true ? "securityProfile.enableSecureBoot" : undefined,
  ].find((property) => property !== undefined);
  if (linuxOnly !== undefined) {
    throw badRequest(
      "InvalidParameter",
      `The value of parameter agentPoolProfile.${linuxOnly} is invalid. Error details: it is not supported for Windows.`,
      `agentPoolProfile.${linuxOnly}`,
    );
  }
}
