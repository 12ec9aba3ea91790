import type { AgentOs } from "./fleetPlan";
import type { AgentImagePlan } from "./imagePlan";
import { generationsOf, type Generation } from "./generations";
import type { Settings } from "./settings";
import { isWindows } from "./windowsVersions";

/** Images that the program builds, each once: its own first, for images of classes are built from them. */
export function planAgentImages(settings: Settings): readonly AgentImagePlan[] {
  const generations = generationsOf(settings).filter((generation) => builtImageOf(generation, settings) !== undefined);
  const own = new Map<string, AgentImagePlan>();
  const ofClasses = new Map<string, AgentImagePlan>();
  for (const generation of generations) {
    const usedBy = [`${generation.agentClass.name}-${generation.letter}`];
    add(own, ownImage(imageOsOf(generation)), usedBy);
    const { imageContext } = generation.agentClass;
    if (imageContext !== undefined) add(ofClasses, classImage(generation, imageContext), usedBy);
  }
  return [...own.values(), ...ofClasses.values()];
}

/** Name of the image that the program builds for a generation; undefined where it builds none. */
export function builtImageOf(generation: Generation, settings: Settings): string | undefined {
  if (generation.image !== undefined || !settings.imageBuilds.agentImages) return undefined;
  const { name, imageContext } = generation.agentClass;
  const os = imageOsOf(generation);
  return imageContext === undefined ? ownImageName(os) : classImageName(name, os);
}

/** Which of the program's own images fits: that of the node, unless an older base was asked for. */
export function imageOsOf({ agentClass, os }: Generation): AgentOs {
  if (!isWindows(os) || agentClass.imageOs === undefined) return os;
  return agentClass.imageOs === "ltsc2022" ? "windows2022" : "windows2025";
}

function ownImage(os: AgentOs): AgentImagePlan {
  const system = isWindows(os) ? "windows" : "linux";
  return {
    name: ownImageName(os),
    repository: `agents/${os}`,
    os,
    osType: isWindows(os) ? "Windows" : "Linux",
    contextFolder: "images",
    dockerfile: `${system}/Dockerfile`,
    baseArgument: isWindows(os) ? "WINDOWS_BASE" : "LINUX_BASE",
    usedBy: [],
  };
}

/** In repositories below a name of their own: a class may be called like one of the program's images. */
function classImage(generation: Generation, contextFolder: string): AgentImagePlan {
  const { name } = generation.agentClass;
  const os = imageOsOf(generation);
  return {
    name: classImageName(name, os),
    repository: `agents/classes/${name}`,
    os,
    osType: isWindows(os) ? "Windows" : "Linux",
    contextFolder,
    dockerfile: "Dockerfile",
    baseArgument: "BASE",
    builtFrom: ownImageName(os),
    usedBy: [],
  };
}

function ownImageName(os: AgentOs): string {
  return `${os}-image`;
}

function classImageName(className: string, os: AgentOs): string {
  return `${className}-${os}-image`;
}

function add(images: Map<string, AgentImagePlan>, image: AgentImagePlan, usedBy: readonly string[]): void {
  const known = images.get(image.name) ?? image;
  images.set(image.name, { ...known, usedBy: [...known.usedBy, ...usedBy] });
}
