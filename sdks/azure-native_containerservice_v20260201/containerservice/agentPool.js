"use strict";

const pulumi = require("@pulumi/pulumi");
const { version } = require("../package.json");
const { getPackage } = require("../utilities");

const required = ["resourceGroupName", "resourceName"];
const inputs = [
  ...required,
  "agentPoolName",
  "availabilityZones",
  "count",
  "enableAutoScaling",
  "enableFIPS",
  "maxCount",
  "maxPods",
  "minCount",
  "mode",
  "nodeLabels",
  "nodeTaints",
  "orchestratorVersion",
  "osDiskSizeGB",
  "osSKU",
  "osType",
  "scaleSetEvictionPolicy",
  "scaleSetPriority",
  "tags",
  "type",
  "upgradeSettings",
  "vmSize",
  "vnetSubnetID",
];
const outputs = [
  "azureApiVersion",
  "currentOrchestratorVersion",
  "eTag",
  "name",
  "nodeImageVersion",
  "provisioningState",
];

class AgentPool extends pulumi.CustomResource {
  static __pulumiType = "azure-native_containerservice_v20260201:containerservice:AgentPool";

  static get(name, id, opts) {
    return new AgentPool(name, undefined, { ...opts, id });
  }

  static isInstance(obj) {
    return obj !== undefined && obj !== null && obj.__pulumiType === AgentPool.__pulumiType;
  }

  constructor(name, args, opts) {
    const missing = required.find((property) => args?.[property] === undefined);
    if (missing !== undefined && !opts?.id && !opts?.urn) {
      throw new Error(`Missing required property '${missing}'`);
    }
    const properties = Object.fromEntries([...inputs, ...outputs].map((property) => [property, undefined]));
    super(
      AgentPool.__pulumiType,
      name,
      opts?.id ? properties : { ...properties, ...pick(args) },
      { version, ...opts },
      false,
      getPackage(),
    );
  }
}

function pick(args) {
  return Object.fromEntries(inputs.map((property) => [property, args?.[property]]));
}

module.exports = { AgentPool };
