import { provideTools } from "../../../../sandbox/engine/provideTools";
import type { ControlPlaneTools } from "../../../../sandbox/kubernetes/createClusterRuntime";

let tools: Promise<ControlPlaneTools> | undefined;

/** The control plane's executables. */
export function controlPlaneTools(): Promise<ControlPlaneTools> {
  tools ??= provideTools(new AbortController().signal);
  return tools;
}
