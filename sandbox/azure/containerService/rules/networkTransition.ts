import { ArmError } from "../../errors";
import { type JsonObject, textAt } from "../../json";

/** Changes of a network that AKS carries out in place; every other one is refused. Source: aks-docs upgrade-aks-ipam-and-dataplane.md. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  networkPlugin: ["kubenet>azure"],
  networkPluginMode: [">overlay"],
  networkDataplane: ["azure>cilium", ">cilium", ">azure"],
  networkPolicy: [
    "none>cilium",
    "none>azure",
    "none>calico",
    "azure>none",
    "calico>none",
    "azure>cilium",
    "calico>cilium",
  ],
};

/** @throws ArmError `PropertyChangeNotAllowed` for a change that would need another cluster. */
export function checkNetworkTransition(before: JsonObject, after: JsonObject): void {
  for (const [property, transitions] of Object.entries(allowed)) {
    const old = textAt(before, property) ?? "";
    const wanted = textAt(after, property) ?? old;
    if (old !== wanted && !transitions.includes(`${old}>${wanted}`)) {
      throw refused(property);
    }
  }
  const migrates =
    textAt(after, "networkPluginMode") === "overlay" && textAt(before, "networkPluginMode") === undefined;
  const oldPods = textAt(before, "podCidr");
  if (!migrates && after["podCidr"] !== undefined && oldPods !== after["podCidr"]) {
    throw refused("podCidr");
  }
}

const refused = (property: string) =>
  new ArmError(
    400,
    "PropertyChangeNotAllowed",
    `Changing property 'properties.networkProfile.${property}' is not allowed.`,
    { target: `properties.networkProfile.${property}` },
  );
