import { z } from "zod";
import { changes, documented } from "./keys";

const daysOfWeek = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

function maintenanceWindow(subject: string, defaultDay: (typeof daysOfWeek)[number]) {
  return documented(
    z
      .strictObject({
        dayOfWeek: documented(z.enum(daysOfWeek).default(defaultDay), {
          description: "Day of the week on which the window opens.",
          change: changes.nothing,
        }),
        startTime: documented(z.string().default("01:00"), {
          description: "Time at which the window opens, as HH:mm.",
          change: changes.nothing,
          example: "22:30",
        }),
        utcOffset: documented(z.string().default("+00:00"), {
          description: "Offset of `startTime` from UTC, from -12:00 to +14:00.",
          change: changes.nothing,
          example: "+01:00",
        }),
        durationHours: documented(z.int().min(4).max(24).default(8), {
          description: "Length of the window in hours, 4 to 24.",
          change: changes.nothing,
        }),
      })
      .prefault({}),
    { description: `Weekly window for ${subject}.` },
  );
}

const networkSchema = z.strictObject({
  plugin: documented(z.enum(["azure", "kubenet"]).default("azure"), {
    description: "Network plugin of the cluster. Windows node pools exist with `azure` only.",
    change: changes.cluster,
  }),
  pluginMode: documented(z.enum(["overlay", "none"]).optional(), {
    description:
      "`overlay` gives pods addresses of their own range; `none` takes them from the subnet, node by node in advance.",
    change: changes.cluster,
    derivedDefault: "`overlay` with plugin `azure`, `none` with `kubenet`",
  }),
  dataplane: documented(z.enum(["azure", "cilium"]).optional(), {
    description: "Data plane of the plugin `azure`. `cilium` runs on Linux nodes only.",
    change: changes.cluster,
    derivedDefault: "the service's own (`azure`)",
  }),
  policy: documented(z.enum(["azure", "calico", "cilium"]).optional(), {
    description: "Network policy engine.",
    change: changes.cluster,
    derivedDefault: "none",
  }),
  podCidr: documented(z.string().optional(), {
    description: "Address range of the pods in overlay mode and with kubenet; each node takes a /24 of it.",
    change: changes.cluster,
    derivedDefault: "`10.244.0.0/16` in overlay mode and with kubenet",
    example: "10.244.0.0/16",
  }),
  serviceCidr: documented(z.string().default("10.0.0.0/16"), {
    description: "Address range of the services inside the cluster, smaller than a /12.",
    change: changes.cluster,
  }),
  dnsServiceIp: documented(z.string().optional(), {
    description: "Address of the cluster's DNS service, inside `serviceCidr`, but not its first one.",
    change: changes.cluster,
    derivedDefault: "the tenth address of `serviceCidr`",
    example: "10.0.0.10",
  }),
  subnetId: documented(z.string().optional(), {
    description: "Resource id of an existing subnet for all nodes.",
    change: changes.cluster,
    derivedDefault: "AKS makes a network of its own",
    example:
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/network/providers/Microsoft.Network/virtualNetworks/hub/subnets/agents",
  }),
  subnetCidr: documented(z.string().optional(), {
    description:
      "Address range of the subnet that `subnetId` names. Only checked against the fleet's size and the other ranges.",
    change: "Changes nothing.",
    example: "10.20.0.0/20",
  }),
  outboundType: documented(
    z
      .enum(["loadBalancer", "managedNATGateway", "userAssignedNATGateway", "userDefinedRouting"])
      .default("loadBalancer"),
    {
      description: "How traffic leaves the nodes. The last two need `subnetId`; a managed NAT gateway excludes it.",
      change: changes.cluster,
    },
  ),
});

export const clusterSchema = z.strictObject({
  tier: documented(z.enum(["Free", "Standard", "Premium"]).default("Free"), {
    description:
      "Pricing tier of the control plane. `Standard` has an uptime guarantee; `Premium` adds long-term support of Kubernetes versions.",
    change: changes.nothing,
  }),
  systemNodes: documented(
    z
      .strictObject({
        vmSize: documented(z.string().default("Standard_D4s_v5"), {
          description: "VM size of the Linux system pool.",
          change: "Refused by Azure on an existing cluster: rotate by hand.",
        }),
        min: documented(z.int().default(1), { description: "Fewest nodes, at least 1.", change: changes.nothing }),
        max: documented(z.int().default(3), { description: "Most nodes, at most 1000.", change: changes.nothing }),
      })
      .prefault({}),
    { description: "The one system pool: Linux, on demand, untainted. It holds what the cluster itself needs." },
  ),
  authorizedIpRanges: documented(z.array(z.string()).default([]), {
    description:
      "Public address ranges that may reach the Kubernetes API server. The machine that runs Pulumi must be among them. Empty: everybody may.",
    change: changes.nothing,
    example: ["203.0.113.0/24"],
  }),
  privateCluster: documented(z.boolean().default(false), {
    description: "Whether the API server has a private address only. Pulumi must then run inside that network.",
    change: changes.cluster,
  }),
  availabilityZones: documented(z.array(z.enum(["1", "2", "3"])).default([]), {
    description: "Zones over which all node pools are spread, in quotes.",
    change: changes.cluster,
    example: ["1", "2", "3"],
  }),
  network: documented(networkSchema.prefault({}), { description: "Network of the cluster." }),
  nodeResourceGroup: documented(z.string().optional(), {
    description: "Name of the resource group that AKS makes for nodes, load balancer and disks; at most 80 characters.",
    change: changes.cluster,
    derivedDefault: "`<project>-<stack>-nodes`",
  }),
  windowsAdminUsername: documented(z.string().default("aksagents"), {
    description: "Administrator account of the Windows nodes, 1 to 20 characters. Its password is generated.",
    change: changes.cluster,
  }),
  windowsAdminPasswordGeneration: documented(z.int().min(1).default(1), {
    description:
      "Raise by one to generate a new administrator password for the Windows nodes. The preview prints the command that sets it on an existing cluster.",
    change: "Makes a new password. The printed command rolls all Windows nodes.",
  }),
  gmsa: documented(
    z
      .strictObject({
        dnsServer: documented(z.string().optional(), {
          description: "IPv4 address of the domain's DNS server, to which pods' questions about `rootDomainName` go.",
          change: "Printed as a command for an existing cluster.",
          derivedDefault: "the network's own DNS servers know the domain",
          example: "10.1.0.4",
        }),
        rootDomainName: documented(z.string().optional(), {
          description: "Root domain that `dnsServer` answers for.",
          change: "Printed as a command for an existing cluster.",
          derivedDefault: "the network's own DNS servers know the domain",
          example: "contoso.example",
        }),
      })
      .optional(),
    {
      description:
        "Group managed service accounts on Windows nodes. On as soon as it is here, also empty, or an agent class has `gmsa`. A cluster that was made without it is refused with the command that turns it on.",
      change: "Printed as a command for an existing cluster.",
    },
  ),
  entra: documented(
    z
      .strictObject({
        adminGroupObjectIds: documented(z.array(z.string()).default([]), {
          description: "Object ids of the Entra groups whose members administer the cluster.",
          change: changes.nothing,
          example: ["00000000-0000-0000-0000-000000000000"],
        }),
        azureRbac: documented(z.boolean().default(false), {
          description: "Whether Azure role assignments decide what a person may do inside the cluster.",
          change: changes.nothing,
        }),
      })
      .optional(),
    { description: "Sign-in to the cluster with Entra ID.", change: "Cannot be taken back on an existing cluster." },
  ),
  disableLocalAccounts: documented(z.boolean().default(false), {
    description:
      "Whether only Entra identities may reach the cluster. Needs `entra`, and `kubelogin` where Pulumi runs.",
    change: changes.nothing,
  }),
  maintenance: documented(
    z
      .strictObject({
        kubernetes: maintenanceWindow("patches of Kubernetes", "Saturday"),
        nodeImage: maintenanceWindow("new node images", "Sunday"),
      })
      .prefault({}),
    { description: "When AKS may change the cluster by itself." },
  ),
});
