import assert from "node:assert/strict";
import { get } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import type { V1Container } from "@kubernetes/client-node";
import { withForwardedPort } from "../../../../cli/smoke/ways/forwardedPort";
import { freePort } from "../../../../sandbox/freePort";
import { eventually } from "../support/eventually";
import { createPod, newNamespace, removeNamespace, untilEvent } from "../support/pods";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";

/** Answers with the name of its pod, on its pod's address. */
const server = `exec '${process.execPath}' -e "
require('http').createServer((request, response) => response.end(process.env.HOSTNAME))
  .listen(Number(process.env.PORT), process.env.SANDBOX_POD_ADDRESS)"`;

describe("Pods whose servers listen on an address of their own", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;
  let port: number;
  let image: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "own-addresses");
    image = cluster.images.put("server", server, {}, { environment: { SANDBOX_POD_ADDRESS: "" } });
    port = await freePort();
    for (const name of ["one", "two"]) await createServerPod(name);
    for (const name of ["one", "two"]) await untilReady(name, "True");
  });

  after(() => removeNamespace(cluster, namespace));

  function createServerPod(name: string, readinessPort = port): Promise<unknown> {
    const container: V1Container = {
      name: "main",
      image,
      command: ["/app/main.sh"],
      env: [{ name: "PORT", value: `${port}` }],
      readinessProbe: { httpGet: { path: "/", port: readinessPort }, periodSeconds: 2, failureThreshold: 1 },
    };
    return createPod(cluster, namespace, name, {
      containers: [container],
      terminationGracePeriodSeconds: 0,
      nodeSelector: { "kubernetes.azure.com/agentpool": "system" },
    });
  }

  function untilReady(name: string, wanted: "True" | "False"): Promise<unknown> {
    return eventually(`pod ${name} Ready ${wanted}`, async () => {
      const { status } = await cluster.core.readNamespacedPod({ namespace, name });
      return status?.conditions?.find(({ type }) => type === "Ready")?.status === wanted;
    });
  }

  async function podIp(name: string): Promise<string> {
    const { status } = await cluster.core.readNamespacedPod({ namespace, name });
    return status?.podIP ?? "";
  }

  it("two of them have the same port, each behind its own address", async () => {
    for (const name of ["one", "two"]) {
      const address = await podIp(name);
      // The API shows an address of the pod network: loopback addresses may not be in EndpointSlices.
      assert.match(address, /^10\.244\.0\.\d+$/);
      const loopback = cluster.runtime.podAddresses(cluster.id)[address] ?? "";
      assert.match(loopback, new RegExp(`^127\\.\\d+\\.${address.split(".").slice(2).join("\\.")}$`));
      assert.equal(await page(`http://${loopback}:${port}/`), name);
    }
  });

  it("a forwarded port reaches the pod that was asked for", async () => {
    for (const pod of ["one", "two"]) {
      assert.equal(await withForwardedPort(cluster.config, { namespace, pod, port }, page), pod);
    }
  });

  it("a probe by HTTP asks the pod itself: what else listens on the port does not count", async () => {
    const other = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    await createServerPod("fooled", (other.address() as AddressInfo).port);
    assert.match(
      await untilEvent(cluster, namespace, "fooled", "Unhealthy"),
      /Readiness probe failed: connect ECONNREFUSED 127\./,
    );
    other.close();
  });

  it("a pod whose processes have ended has no address any more", async () => {
    const address = await podIp("two");
    await cluster.core.deleteNamespacedPod({ namespace, name: "two" });
    await eventually(
      "the address is gone",
      async () => cluster.runtime.podAddresses(cluster.id)[address] === undefined,
    );
    await assert.rejects(withForwardedPort(cluster.config, { namespace, pod: "two", port }, page));
  });
});

function page(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      let text = "";
      response.on("data", (piece: Buffer) => (text += piece.toString()));
      response.on("end", () => resolve(text));
    }).on("error", reject);
  });
}
