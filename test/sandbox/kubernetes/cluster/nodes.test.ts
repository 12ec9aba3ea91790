import assert from "node:assert/strict";
import type { V1Node } from "@kubernetes/client-node";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { linuxPool, windowsPool } from "../support/specs";

describe("Nodes of a cluster", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;

  async function nodesOf(pool: string): Promise<V1Node[]> {
    const { items } = await cluster.core.listNode({ labelSelector: `kubernetes.azure.com/agentpool=${pool}` });
    return items;
  }

  async function onlyNodeOf(pool: string): Promise<V1Node> {
    const [node] = await nodesOf(pool);
    assert.ok(node);
    return node;
  }

  before(async () => {
    cluster = await sharedCluster();
    await cluster.putPool(windowsPool("npa", 2022));
    await cluster.putPool(windowsPool("npb", 2025));
  });

  after(async () => {
    await cluster.runtime.deleteNodePool(cluster.id, "npa");
    await cluster.runtime.deleteNodePool(cluster.id, "npb");
  });

  const windowsNodes = [
    { pool: "npa", build: "10.0.20348", sku: "Windows2022", image: "Windows Server 2022 Datacenter" },
    { pool: "npb", build: "10.0.26100", sku: "Windows2025", image: "Windows Server 2025 Datacenter" },
  ];
  for (const { pool, build, sku, image } of windowsNodes) {
    it(`F01: a ${sku} node has Windows build ${build}`, async () => {
      const { metadata, status } = await onlyNodeOf(pool);
      assert.equal(metadata?.name, `aks${pool}000000`);
      assert.equal(metadata?.labels?.["node.kubernetes.io/windows-build"], build);
      assert.equal(metadata?.labels?.["kubernetes.azure.com/os-sku"], sku);
      assert.equal(metadata?.labels?.["kubernetes.io/os"], "windows");
      assert.equal(status?.nodeInfo?.osImage, image);
      assert.ok(status?.nodeInfo?.kernelVersion.startsWith(`${build}.`));
    });
  }

  it("F15: a Windows node carries the pool's taint from its first moment", async () => {
    const { spec } = await onlyNodeOf("npa");
    const taint = spec?.taints?.find(({ key }) => key === "os");
    assert.deepEqual({ ...taint }, { key: "os", value: "windows", effect: "NoSchedule" });
  });

  it("a Linux node has no Windows build, and a name with the scale set's", async () => {
    const { metadata } = await onlyNodeOf("system");
    assert.match(metadata?.name ?? "", /^aks-system-\d{8}-vmss000000$/);
    assert.equal(metadata?.labels?.["node.kubernetes.io/windows-build"], undefined);
    assert.equal(metadata?.labels?.["kubernetes.azure.com/mode"], "system");
  });

  it("reports Ready and the pool's Kubernetes version", async () => {
    const { status } = await onlyNodeOf("npa");
    assert.equal(status?.conditions?.find(({ type }) => type === "Ready")?.status, "True");
    assert.equal(status?.nodeInfo?.kubeletVersion, "v1.35.4");
  });

  it("F64: changed labels and taints of a pool reach its existing nodes, and people's own stay", async () => {
    await cluster.putPool(linuxPool("relabel", { labels: { stage: "one", gone: "soon" }, taints: ["a=b:NoSchedule"] }));
    const name = (await onlyNodeOf("relabel")).metadata?.name ?? "";
    await cluster.core.patchNode({ name, body: [{ op: "add", path: "/metadata/labels/mine", value: "yes" }] });

    await cluster.putPool(linuxPool("relabel", { labels: { stage: "two" }, taints: ["c=d:NoSchedule"] }));

    const { metadata, spec } = await onlyNodeOf("relabel");
    const { stage, gone, mine } = metadata?.labels ?? {};
    assert.deepEqual({ stage, gone, mine }, { stage: "two", gone: undefined, mine: "yes" });
    assert.deepEqual(
      spec?.taints?.map(({ key }) => key),
      ["c"],
    );
    await cluster.runtime.deleteNodePool(cluster.id, "relabel");
  });

  it("takes the newest nodes away when a pool shrinks, and never uses a number again", async () => {
    const names = async () => (await nodesOf("size")).map(({ metadata }) => metadata?.name?.slice(-6)).sort();
    await cluster.putPool(linuxPool("size", { count: 3 }));
    await cluster.putPool(linuxPool("size", { count: 1 }));
    assert.deepEqual(await names(), ["000000"]);
    await cluster.putPool(linuxPool("size", { count: 2 }));
    assert.deepEqual(await names(), ["000000", "000003"]);
    assert.equal(cluster.runtime.nodeCount(cluster.id, "size"), 2);
    await cluster.runtime.deleteNodePool(cluster.id, "size");
    assert.deepEqual(await names(), []);
  });

  it("spreads a zonal pool over its zones", async () => {
    await cluster.putPool(linuxPool("zonal", { count: 3, zones: ["1", "2", "3"] }));
    const zones = (await nodesOf("zonal")).map(({ metadata }) => metadata?.labels?.["topology.kubernetes.io/zone"]);
    assert.deepEqual(zones.sort(), ["westeurope-1", "westeurope-2", "westeurope-3"]);
    await cluster.runtime.deleteNodePool(cluster.id, "zonal");
  });

  it("F65: a spot pool's nodes have the spot label and taint although the pool does not name them", async () => {
    await cluster.putPool(linuxPool("spot", { spot: true }));
    const { metadata, spec } = await onlyNodeOf("spot");
    assert.equal(metadata?.labels?.["kubernetes.azure.com/scalesetpriority"], "spot");
    assert.equal(spec?.taints?.[0]?.key, "kubernetes.azure.com/scalesetpriority");
    await cluster.runtime.deleteNodePool(cluster.id, "spot");
  });

  it("an upgrade gives each node the new version under its old name", async () => {
    await cluster.putPool(linuxPool("upgrade", { kubernetesVersion: "1.34.2" }));
    const before = await onlyNodeOf("upgrade");
    await cluster.putPool(linuxPool("upgrade", { kubernetesVersion: "1.35.4" }));
    const nodes = await nodesOf("upgrade");
    assert.deepEqual(
      nodes.map(({ metadata, spec, status }) => [
        metadata?.name,
        spec?.unschedulable,
        status?.nodeInfo?.kubeletVersion,
      ]),
      [[before.metadata?.name, undefined, "v1.35.4"]],
    );
    await cluster.runtime.deleteNodePool(cluster.id, "upgrade");
  });
});
