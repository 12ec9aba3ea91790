import { namesOf } from "../names";
import type { Rule } from "./rule";

/** Azure's rules for the names that follow from project and stack (azure-docs resource-name-rules; AKS: node resource group 80). */
const longestResourceGroup = 90;
const longestNodeResourceGroup = 80;
const longestDnsPrefix = 54;
const longestCluster = 63;

const groupCharacters = /^[A-Za-z0-9_.()-]+$/;

export const nameRules: readonly Rule[] = [
  {
    code: "location-form",
    severity: "refusal",
    check: ({ settings }) =>
      /^[A-Za-z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*$/.test(settings.location)
        ? []
        : [
            {
              path: "azure-native:location",
              message: `"${settings.location}" is no Azure region.`,
              remedy: "Write a name that `az account list-locations` prints, such as westeurope.",
            },
          ],
  },
  {
    code: "stack-name",
    severity: "refusal",
    check: ({ settings, context }) => {
      const { resourceGroup, cluster, dnsPrefix } = namesOf(settings, context);
      const longest = Math.min(longestResourceGroup, longestCluster, longestDnsPrefix);
      const fits =
        resourceGroup.length <= longest &&
        groupCharacters.test(resourceGroup) &&
        /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/.test(cluster) &&
        /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(dnsPrefix);
      if (fits) return [];
      const most = longest - context.project.length - 1;
      return [
        {
          path: "stack name",
          message: `Resource group, cluster and DNS prefix are called after project and stack, and "${resourceGroup}" (${resourceGroup.length} characters) does not suit all three.`,
          remedy: `Use a stack name of at most ${most} letters, digits and hyphens that ends with a letter or digit.`,
        },
      ];
    },
  },
  {
    code: "node-resource-group-name",
    severity: "refusal",
    check: ({ settings, context }) => {
      const { nodeResourceGroup } = namesOf(settings, context);
      const { length } = nodeResourceGroup;
      const wrong =
        length < 1 || length > longestNodeResourceGroup
          ? `has ${length} characters, and AKS allows ${longestNodeResourceGroup}`
          : !groupCharacters.test(nodeResourceGroup)
            ? "holds a character that resource group names cannot have"
            : nodeResourceGroup.endsWith(".")
              ? "ends with a dot"
              : undefined;
      if (wrong === undefined) return [];
      return [
        {
          path: "cluster.nodeResourceGroup",
          message: `"${nodeResourceGroup}" ${wrong}.`,
          remedy: `Use at most ${longestNodeResourceGroup} letters, digits, hyphens, underscores, dots and parentheses, no dot at the end.`,
        },
      ];
    },
  },
  {
    code: "node-resource-group-taken",
    severity: "refusal",
    check: ({ settings, context }) => {
      const { resourceGroup, nodeResourceGroup } = namesOf(settings, context);
      if (nodeResourceGroup.toLowerCase() !== resourceGroup.toLowerCase()) return [];
      return [
        {
          path: "cluster.nodeResourceGroup",
          message: `"${nodeResourceGroup}" is the stack's own resource group; AKS makes the nodes' group by itself and refuses one that exists.`,
          remedy: `Use another name, such as ${resourceGroup}-nodes, or leave it out.`,
        },
      ];
    },
  },
];
