import type { KubeConfig } from "@kubernetes/client-node";
import { CheckFailure, notPossible } from "../checks/checkResult";
import { withForwardedPort } from "./forwardedPort";
import { httpStatus } from "./httpStatus";
import type { SmokeWays } from "./smokeWays";

export interface SandboxWaysOptions {
  readonly config: KubeConfig;
  /** Where the web servers listen. */
  readonly port: number;
  /** Loopback address of each pod whose processes listen on one, by the address that the API shows. */
  readonly podAddresses: () => Promise<Readonly<Record<string, string>>>;
}

const onCluster = "Against a cluster, with --context, it is tried from inside a pod.";

/** The ways that the sandbox has: its pods are processes of this machine, and no network lies between them. */
export function sandboxWays({ config, port, podAddresses }: SandboxWaysOptions): SmokeWays {
  return {
    async discovery() {
      throw notPossible("The sandbox has no DNS server, so no pod finds a Service by its name.", onCluster);
    },
    async serviceAddress() {
      throw notPossible("The sandbox has no kube-proxy, so a Service's own address leads nowhere.", onCluster);
    },
    async podAddress(to, address, podPort) {
      const loopback = (await podAddresses())[address];
      if (loopback === undefined) {
        throw new CheckFailure(
          `No process runs behind ${address}, an address of Service ${to.service}.`,
          "Its container has ended, or the sandbox has no content for its image and simulates it: `kubectl logs` tells.",
        );
      }
      const way = `${address}:${podPort} (${loopback}:${podPort} of this machine)`;
      return `${way}: ${await served(`http://${loopback}:${podPort}/`, way)}`;
    },
    async inbound({ namespace, pods }) {
      // The API server's proxy dials the pod network, which the sandbox has not; a forwarded port goes through it to the process.
      const [pod] = pods;
      const way = `port ${port} of ${pod?.name ?? "no pod"}, forwarded by the API server`;
      return withForwardedPort(
        config,
        { namespace, pod: pod?.name ?? "", port },
        async (url) => `${way}: ${await served(url, way)}`,
      );
    },
    async outbound() {
      throw notPossible(
        "The sandbox's pods share this machine's network: reaching the internet from one would say nothing about a cluster.",
        onCluster,
      );
    },
  };
}

async function served(url: string, way: string): Promise<string> {
  const status = await httpStatus(url).catch((error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    throw new CheckFailure(
      `Nothing answers at ${way}: ${said}`,
      "The web server has ended or hangs: `kubectl logs` tells.",
    );
  });
  if (status >= 400) {
    throw new CheckFailure(`${way} answers with HTTP ${status}.`, "The web server's own log says why: `kubectl logs`.");
  }
  return `HTTP ${status}`;
}
