import { badRequest } from "../../errors";
import { parseCidr } from "../../cidr";
import type { ManagedClusterBody } from "../../schema/containerService/managedCluster";
import type { WriteRequest } from "../../resourceType";

/** Names, tier, access and upgrade settings of a cluster. */
export function checkSettings(request: WriteRequest, body: ManagedClusterBody): void {
  checkNames(request, body);
  checkTier(body);
  checkAccess(body);
  checkUpgrades(body);
  checkIdentity(body);
}

/** Sources: azure-resource-manager/management/resource-name-rules; managedClusters.json (dnsPrefix); aks-docs faq (node resource group). */
function checkNames({ name, path }: WriteRequest, { properties }: ManagedClusterBody): void {
  if (!/^[a-zA-Z0-9]$|^[a-zA-Z0-9][-_a-zA-Z0-9]{0,61}[a-zA-Z0-9]$/.test(name)) {
    throw invalid(
      "resourceName",
      `'${name}' must be 1 to 63 letters, digits, hyphens and underscores, and start and end with a letter or digit`,
    );
  }
  const dnsPrefix = properties?.dnsPrefix;
  if (dnsPrefix === undefined && properties?.fqdnSubdomain === undefined) {
    throw badRequest("DnsPrefixRequired", "Required parameter dnsPrefix is missing (null).", "dnsPrefix");
  }
  if (dnsPrefix !== undefined && !/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,52}[a-zA-Z0-9])?$/.test(dnsPrefix)) {
    throw badRequest(
      "DnsPrefixInvalid",
      `The DNS prefix '${dnsPrefix}' is not valid: 1 to 54 letters, digits and hyphens.`,
      "dnsPrefix",
    );
  }
  const nodeGroup = properties?.nodeResourceGroup;
  if (nodeGroup !== undefined && (nodeGroup.length > 80 || nodeGroup.length === 0)) {
    throw invalid("nodeResourceGroup", "the name of the node resource group has at most 80 characters");
  }
  if (nodeGroup?.toLowerCase() === path.resourceGroup?.toLowerCase()) {
    throw badRequest(
      "NodeResourceGroupSameAsResourceGroup",
      "The node resource group can not be the resource group of the cluster.",
      "nodeResourceGroup",
    );
  }
}

/** Source: aks-docs long-term-support.md. */
function checkTier({ sku, properties }: ManagedClusterBody): void {
  if (properties?.supportPlan === "AKSLongTermSupport" && sku?.tier !== "Premium") {
    throw badRequest("BadRequest", "Long term support is only available in the Premium tier.", "supportPlan");
  }
  if (sku?.tier === "Premium" && properties?.supportPlan !== "AKSLongTermSupport") {
    throw badRequest("BadRequest", "The Premium tier needs the support plan AKSLongTermSupport.", "sku.tier");
  }
  if (
    properties?.metricsProfile?.costAnalysis?.enabled === true &&
    !["Standard", "Premium"].includes(sku?.tier ?? "")
  ) {
    throw badRequest("BadRequest", "Cost analysis needs the Standard or Premium tier.", "metricsProfile.costAnalysis");
  }
}

/** Sources: aks-docs api-server-authorized-ip-ranges.md 2026-08-03, manage-local-accounts-managed-azure-ad.md, workload-identity-deploy-cluster.md. */
function checkAccess({ properties }: ManagedClusterBody): void {
  const {
    authorizedIPRanges = [],
    enablePrivateCluster,
    enableVnetIntegration,
  } = properties?.apiServerAccessProfile ?? {};
  if (authorizedIPRanges.length > 0 && enablePrivateCluster === true) {
    throw badRequest(
      "InvalidParameter",
      "API server authorized IP ranges can not be used with a private cluster.",
      "apiServerAccessProfile.authorizedIPRanges",
    );
  }
  const most = enableVnetIntegration === true ? 2000 : 200;
  if (authorizedIPRanges.length > most) {
    throw invalid("apiServerAccessProfile.authorizedIPRanges", `at most ${most} ranges are allowed`);
  }
  const wrong = authorizedIPRanges.find((range) => parseCidr(range) === undefined);
  if (wrong !== undefined) {
    throw invalid("apiServerAccessProfile.authorizedIPRanges", `'${wrong}' is not an IPv4 range`);
  }
  const aad = properties?.aadProfile;
  if (properties?.disableLocalAccounts === true && aad?.managed !== true) {
    throw badRequest(
      "BadRequest",
      "Disabling local accounts needs Microsoft Entra integration managed by AKS.",
      "disableLocalAccounts",
    );
  }
  if (aad !== undefined && properties?.enableRBAC === false) {
    throw badRequest("BadRequest", "Microsoft Entra integration needs Kubernetes RBAC.", "enableRBAC");
  }
  if (
    properties?.securityProfile?.workloadIdentity?.enabled === true &&
    properties.oidcIssuerProfile?.enabled !== true
  ) {
    throw badRequest(
      "BadRequest",
      "Workload identity needs the OIDC issuer to be enabled.",
      "securityProfile.workloadIdentity",
    );
  }
}

/** Source: aks-docs auto-upgrade-node-os-image.md 2026-06-26. */
function checkUpgrades({ properties }: ManagedClusterBody): void {
  const { upgradeChannel, nodeOSUpgradeChannel } = properties?.autoUpgradeProfile ?? {};
  if (upgradeChannel === "node-image" && nodeOSUpgradeChannel !== undefined && nodeOSUpgradeChannel !== "NodeImage") {
    throw invalid("autoUpgradeProfile.nodeOSUpgradeChannel", "with upgrade channel node-image it must be NodeImage");
  }
  const windows = properties?.agentPoolProfiles?.some(({ osType }) => osType === "Windows") ?? false;
  if (nodeOSUpgradeChannel === "SecurityPatch" && windows) {
    throw invalid("autoUpgradeProfile.nodeOSUpgradeChannel", "SecurityPatch is not supported with Windows pools");
  }
}

function checkIdentity({ identity, properties }: ManagedClusterBody): void {
  const assigned = Object.keys(identity?.userAssignedIdentities ?? {});
  if (identity?.type === "UserAssigned" && assigned.length !== 1) {
    throw badRequest(
      "InvalidParameter",
      "Exactly one user assigned identity is needed for identity type UserAssigned.",
      "identity",
    );
  }
  if (identity === undefined && properties?.servicePrincipalProfile === undefined) {
    throw badRequest("InvalidParameter", "A cluster needs a managed identity or a service principal.", "identity");
  }
}

const invalid = (property: string, reason: string) =>
  badRequest("InvalidParameter", `The value of parameter ${property} is invalid. Error details: ${reason}.`, property);
