import { z } from "zod";
import { flag, reference, texts, toggle, whole } from "../fields";
import { perApiVersion, oneOf, readOnly } from "../parseBody";

const references = () => z.array(reference()).optional();
const cidr = () =>
  z
    .string()
    .regex(/^([0-9]{1,3}\.){3}[0-9]{1,3}(\/([0-9]|[1-2][0-9]|3[0-2]))?$/, "not an IPv4 range")
    .optional();

/** Source: managedClusters.json, ContainerServiceNetworkProfile. */
export const networkProfile = perApiVersion((api) =>
  z.strictObject({
    networkPlugin: oneOf(api, ["azure", "kubenet", "none"]).optional(),
    networkPluginMode: oneOf(api, ["overlay"]).optional(),
    networkPolicy: oneOf(api, ["none", "calico", "azure", "cilium"]).optional(),
    networkMode: oneOf(api, ["transparent", "bridge"]).optional(),
    networkDataplane: oneOf(api, ["azure", "cilium"]).optional(),
    advancedNetworking: z
      .strictObject({
        enabled: flag(),
        observability: toggle(),
        security: z
          .strictObject({
            enabled: flag(),
            advancedNetworkPolicies: oneOf(api, ["L7", "FQDN", "None"]).optional(),
          })
          .optional(),
      })
      .optional(),
    podCidr: cidr(),
    serviceCidr: cidr(),
    dnsServiceIP: z
      .string()
      .regex(/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/, "not an IPv4 address")
      .optional(),
    outboundType: oneOf(api, [
      "loadBalancer",
      "userDefinedRouting",
      "managedNATGateway",
      "userAssignedNATGateway",
      "none",
    ]).optional(),
    loadBalancerSku: oneOf(api, ["standard", "basic"]).optional(),
    loadBalancerProfile: z
      .strictObject({
        managedOutboundIPs: z.strictObject({ count: whole(1, 100), countIPv6: whole(0, 100) }).optional(),
        outboundIPPrefixes: z.strictObject({ publicIPPrefixes: references() }).optional(),
        outboundIPs: z.strictObject({ publicIPs: references() }).optional(),
        effectiveOutboundIPs: readOnly(),
        allocatedOutboundPorts: whole(0, 64000),
        idleTimeoutInMinutes: whole(4, 120),
        enableMultipleStandardLoadBalancers: flag(),
        backendPoolType: oneOf(api, ["NodeIPConfiguration", "NodeIP"]).optional(),
      })
      .optional(),
    natGatewayProfile: z
      .strictObject({
        managedOutboundIPProfile: z.strictObject({ count: whole(1, 16) }).optional(),
        effectiveOutboundIPs: readOnly(),
        idleTimeoutInMinutes: whole(4, 120),
      })
      .optional(),
    staticEgressGatewayProfile: toggle(),
    podCidrs: texts(),
    serviceCidrs: texts(),
    ipFamilies: z.array(oneOf(api, ["IPv4", "IPv6"])).optional(),
  }),
);
