import { createClusterRuntime } from "../../../../sandbox/kubernetes/createClusterRuntime";
import { clusterSpec } from "./specs";
import { controlPlaneTools } from "./tools";

/** A process of its own that starts a cluster, prints the process ids of its control plane, and goes on until it is killed. */
async function main(stateDirectory: string): Promise<void> {
  const runtime = createClusterRuntime({ stateDirectory, tools: await controlPlaneTools() });
  const spec = clusterSpec("abandoned");
  await runtime.startCluster(spec);
  process.stdout.write(`${JSON.stringify(runtime.processIds(spec.id))}\n`);
}

void main(process.argv[2] ?? "");
