import { z } from "zod";
import { flag, reference, text, texts, whole } from "../fields";
import { perApiVersion, oneOf, proxyResource, readOnly, trackedResource } from "../parseBody";

/** Source: azure-rest-api-specs network/…/stable/2024-05-01/virtualNetwork.json, SubnetPropertiesFormat. */
const subnetProperties = (api: string) =>
  z
    .strictObject({
      addressPrefix: text(),
      addressPrefixes: texts(),
      networkSecurityGroup: reference().optional(),
      routeTable: reference().optional(),
      natGateway: reference().optional(),
      serviceEndpoints: z
        .array(
          z.strictObject({
            service: text(),
            locations: texts(),
            networkIdentifier: reference().optional(),
            provisioningState: readOnly(),
          }),
        )
        .optional(),
      serviceEndpointPolicies: z.array(z.record(z.string(), z.unknown())).optional(),
      ipAllocations: z.array(reference()).optional(),
      delegations: z
        .array(
          z.strictObject({
            id: text(),
            name: text(),
            type: text(),
            etag: readOnly(),
            properties: z
              .strictObject({ serviceName: text(), actions: readOnly(), provisioningState: readOnly() })
              .optional(),
          }),
        )
        .optional(),
      privateEndpointNetworkPolicies: oneOf(api, [
        "Enabled",
        "Disabled",
        "NetworkSecurityGroupEnabled",
        "RouteTableEnabled",
      ]).optional(),
      privateLinkServiceNetworkPolicies: oneOf(api, ["Enabled", "Disabled"]).optional(),
      applicationGatewayIPConfigurations: z.array(z.record(z.string(), z.unknown())).optional(),
      sharingScope: oneOf(api, ["Tenant", "DelegatedServices"]).optional(),
      defaultOutboundAccess: flag(),
      ipamPoolPrefixAllocations: z.array(z.record(z.string(), z.unknown())).optional(),
      provisioningState: readOnly(),
      purpose: readOnly(),
    })
    .optional();

export const subnetBody = perApiVersion((api) =>
  z.strictObject({ ...proxyResource, etag: text(), properties: subnetProperties(api) }),
);

/** Source: the same file, VirtualNetworkPropertiesFormat. */
export const virtualNetworkBody = perApiVersion((api) =>
  z.strictObject({
    ...trackedResource,
    etag: text(),
    extendedLocation: z.strictObject({ name: text(), type: text() }).optional(),
    properties: z
      .strictObject({
        addressSpace: z
          .strictObject({ addressPrefixes: texts(), ipamPoolPrefixAllocations: z.array(z.unknown()).optional() })
          .optional(),
        dhcpOptions: z.strictObject({ dnsServers: texts() }).optional(),
        flowTimeoutInMinutes: whole(4, 30),
        subnets: z.array(subnetBody(api)).optional(),
        virtualNetworkPeerings: z.array(z.record(z.string(), z.unknown())).optional(),
        enableDdosProtection: flag(),
        enableVmProtection: flag(),
        ddosProtectionPlan: reference().optional(),
        bgpCommunities: z
          .strictObject({ virtualNetworkCommunity: z.string(), regionalCommunity: readOnly() })
          .optional(),
        encryption: z
          .strictObject({
            enabled: z.boolean(),
            enforcement: oneOf(api, ["DropUnencrypted", "AllowUnencrypted"]).optional(),
          })
          .optional(),
        ipAllocations: z.array(reference()).optional(),
        privateEndpointVNetPolicies: oneOf(api, ["Disabled", "Basic"]).optional(),
        flowLogs: readOnly(),
        resourceGuid: readOnly(),
        provisioningState: readOnly(),
      })
      .optional(),
  }),
);

export type SubnetProperties = z.infer<ReturnType<typeof subnetProperties>>;
