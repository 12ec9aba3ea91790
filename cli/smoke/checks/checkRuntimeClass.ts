import type { SmokeCluster } from "../smokeCluster";
import type { SmokeTarget } from "../smokeTarget";
import { CheckFailure, resultOf, type CheckResult } from "./checkResult";

/** Whether the RuntimeClass of a Windows version is there and leads to its nodes. Nothing for Linux, which needs none. */
export async function checkRuntimeClass(cluster: SmokeCluster, target: SmokeTarget): Promise<readonly CheckResult[]> {
  const { windows, os, nodeSelector } = target;
  if (windows === undefined) return [];
  const name = windows.runtimeClassName;
  const result = await resultOf("runtime class", os, async () => {
    const classes = await cluster.runtimeClasses();
    const found = classes.find(({ metadata }) => metadata?.name === name);
    if (found === undefined) {
      const present = classes.map(({ metadata }) => metadata?.name).join(", ");
      throw new CheckFailure(
        `There is no RuntimeClass ${name}; there is ${present === "" ? "none at all" : present}.`,
        `The program makes it for each Windows version in \`agents[].os\`: \`pulumi up\` with a class of ${os}.`,
      );
    }
    const selector = found.scheduling?.nodeSelector ?? {};
    const missing = Object.entries(nodeSelector).filter(([key, value]) => selector[key] !== value);
    if (missing.length > 0) {
      throw new CheckFailure(
        `RuntimeClass ${name} does not select ${missing.map(([key, value]) => `${key}=${value}`).join(", ")}.`,
        "Somebody has changed it: `pulumi refresh` and `pulumi up` put it right.",
      );
    }
    return `${name}, handler ${found.handler}`;
  });
  return [result];
}
