import type { KubeConfig } from "@kubernetes/client-node";
import { CheckFailure } from "../checks/checkResult";
import { smokePort } from "../manifests/smokeDeployment";
import { smokeServicePort } from "../manifests/smokeService";
import { apiServerGet } from "./apiServerGet";
import { curlInPod, type CurlAnswer } from "./curlInPod";
import { podExec } from "./podExec";
import type { Destination, SmokeWays } from "./smokeWays";

/** What agents have to reach, whatever else they do. */
const outside = "https://dev.azure.com/";

/** The ways through a real cluster: commands in pods, and the API server's proxy. */
export function clusterWays(config: KubeConfig, exec = podExec(config)): SmokeWays {
  const fromPod = (to: Destination, url: string) =>
    curlInPod(exec, { namespace: to.namespace, pod: to.from, system: to.from.system, url, direct: true });
  return {
    async discovery(to) {
      const name = `${to.service}.${to.namespace}.svc.cluster.local`;
      const answer = await fromPod(to, `http://${name}:${smokeServicePort}/`);
      if (answer.address !== to.clusterIp) {
        throw new CheckFailure(
          `${name} stands for ${answer.address}, and its Service has ${to.clusterIp}.`,
          "Another DNS server answers: the pod's dnsPolicy and the configuration of CoreDNS.",
        );
      }
      return served(`${to.from.name} finds ${name} at ${answer.address}`, answer);
    },
    async serviceAddress(to) {
      const answer = await fromPod(to, `http://${to.clusterIp}:${smokeServicePort}/`);
      return served(`${to.from.name} reaches ${to.clusterIp}:${smokeServicePort}`, answer);
    },
    async podAddress(to, address, port) {
      const answer = await fromPod(to, `http://${address}:${port}/`);
      return served(`${to.from.name} reaches ${address}:${port}`, answer);
    },
    async inbound({ namespace, service }) {
      const path = `/api/v1/namespaces/${namespace}/services/http:${service}:${smokePort}/proxy/`;
      const { status, body } = await apiServerGet(config, path).catch((error: unknown) => refuseProxy(String(error)));
      if (status >= 400) refuseProxy(`HTTP ${status}: ${body.trim()}`);
      return `the API server's proxy reaches Service ${service}: HTTP ${status}`;
    },
    async outbound({ namespace }, pod, system) {
      const { httpStatus, address } = await curlInPod(exec, { namespace, pod, system, url: outside, direct: false });
      return `${pod.name} reaches ${outside} at ${address}: HTTP ${httpStatus}`;
    },
  };
}

/** A web server that answers with an error is reached, but it is not the page that the check has deployed. */
function served(way: string, { httpStatus }: CurlAnswer): string {
  const evidence = `${way}: HTTP ${httpStatus}`;
  if (httpStatus >= 400) {
    throw new CheckFailure(
      evidence,
      "The web server's own log says why: `kubectl logs`. Or something else has answered.",
    );
  }
  return evidence;
}

function refuseProxy(said: string): never {
  throw new CheckFailure(
    `The API server's proxy does not reach the Service: ${said}`,
    "The way from the API server into the cluster is konnectivity-agent in kube-system, and you need the right services/proxy.",
  );
}
