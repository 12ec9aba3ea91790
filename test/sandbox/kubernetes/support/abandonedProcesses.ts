import { createClusterRuntime } from "../../../../sandbox/kubernetes/createClusterRuntime";
import { createScriptPod, untilPrinted } from "./processPods";
import { newNamespace } from "./pods";
import { ScriptImages } from "./scriptImages";
import { clients } from "./clients";
import { clusterSpec, linuxPool } from "./specs";
import { controlPlaneTools } from "./tools";

/** A process of its own that runs a pod with two sessions of processes, prints the pod's log, and goes on until it is killed. */
async function main(stateDirectory: string): Promise<void> {
  const images = new ScriptImages();
  const runtime = createClusterRuntime({ stateDirectory, tools: await controlPlaneTools(), images });
  const spec = clusterSpec("cutoff");
  await runtime.startCluster(spec);
  await runtime.putNodePool(spec.id, linuxPool("system", { mode: "System" }));
  const cluster = { runtime, id: spec.id, images, ...clients(runtime.kubeconfig(spec.id, "admin")) };
  const namespace = await newNamespace(cluster, "cutoff");
  const script = "setsid sleep 600 & echo pid $!; echo pid $$; echo home $HOME; echo up; exec sleep 600";
  await createScriptPod(cluster, namespace, "survivor", script, {}, { restartPolicy: "Always" });
  process.stdout.write(`${JSON.stringify(await untilPrinted(cluster, namespace, "survivor", "up"))}\n`);
}

void main(process.argv[2] ?? "");
