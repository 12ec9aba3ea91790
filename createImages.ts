import type * as pulumi from "@pulumi/pulumi";
import { AgentImage } from "./components/AgentImage";
import type { Registry } from "./components/Registry";
import { buildArguments } from "./images/pins/buildArguments";
import { readPins, type Pins } from "./images/pins/pins";
import type { FleetPlan } from "./plan/fleetPlan";
import type { AgentImagePlan } from "./plan/imagePlan";

/** Makes the images of the agents, by the names of their plans. They wait for the registry alone. */
export function createImages(fleet: FleetPlan, registry: Registry): ReadonlyMap<string, AgentImage> {
  const images = new Map<string, AgentImage>();
  if (fleet.agentImages.length === 0) return images;
  const pins = readPins();
  for (const plan of fleet.agentImages) {
    const own = ownArguments(plan, pins);
    const parent = plan.builtFrom === undefined ? undefined : images.get(plan.builtFrom);
    const image = new AgentImage(plan.name, {
      plan,
      registryId: registry.registryId,
      loginServer: registry.loginServer,
      roleAssignmentMode: fleet.registry.roleAssignmentMode,
      ...own,
      ...(parent && { baseImage: parent.reference, buildArguments: {} }),
    });
    images.set(plan.name, image);
  }
  return images;
}

interface OwnArguments {
  readonly baseImage: pulumi.Input<string>;
  readonly agentVersion: string;
  readonly buildArguments: Readonly<Record<string, string>>;
}

/** The pins without the base, which is shown by itself, and without the version, which is the tag. */
function ownArguments({ os, osType }: AgentImagePlan, pins: Pins): OwnArguments {
  const { IMAGE_VERSION: _tag, ...pinned } = buildArguments(os, pins, { version: "" });
  const base = osType === "Windows" ? "WINDOWS_BASE" : "LINUX_BASE";
  const { [base]: baseImage = "", ...others } = pinned;
  return { baseImage, agentVersion: pinned["AGENT_VERSION"] ?? "", buildArguments: others };
}
