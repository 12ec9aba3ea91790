import assert from "node:assert/strict";
import { newNamespace, removeNamespace, untilEvent, untilPhase, windowsPlacement, createPod } from "../support/pods";
import { untilContainer } from "../support/processPods";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { windowsPool } from "../support/specs";

describe("Pulls of images that the sandbox knows", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "pulls");
    await cluster.putPool(windowsPool("nppull", 2022));
  });

  after(async () => {
    await removeNamespace(cluster, namespace);
    await cluster.runtime.deleteNodePool(cluster.id, "nppull");
  });

  const pod = (image: string) => ({
    ...windowsPlacement("nppull"),
    containers: [{ name: "main", image, command: ["C:\\app\\main.sh"] }],
    terminationGracePeriodSeconds: 0,
  });

  const waitingFor = (name: string, reason: string) =>
    untilContainer(cluster, namespace, name, `waits for ${reason}`, ({ state }) => state?.waiting?.reason === reason);

  it("F47: a refused pull is shown as ErrImagePull and ImagePullBackOff, and heals when the image appears", async () => {
    const image = cluster.images.refuse("late", { message: "failed to authorize: 401 Unauthorized" });
    await createPod(cluster, namespace, "late", pod(image));
    const failed = await waitingFor("late", "ErrImagePull");
    assert.equal(failed.state?.waiting?.message, "failed to authorize: 401 Unauthorized");
    assert.equal(failed.imageID, "");
    const held = await waitingFor("late", "ImagePullBackOff");
    assert.equal(
      held.state?.waiting?.message,
      `Back-off pulling image "${image}": ErrImagePull: failed to authorize: 401 Unauthorized`,
    );
    assert.equal(await untilEvent(cluster, namespace, "late", "Pulling"), `Pulling image "${image}"`);
    assert.equal(await untilEvent(cluster, namespace, "late", "BackOff"), `Back-off pulling image "${image}"`);
    const { items } = await cluster.core.listNamespacedEvent({
      namespace,
      fieldSelector: "involvedObject.name=late,reason=Failed",
    });
    const messages = new Set(items.map(({ message }) => message));
    assert.ok(messages.has(`Failed to pull image "${image}": failed to authorize: 401 Unauthorized`));
    assert.ok(messages.has("Error: ErrImagePull") && messages.has("Error: ImagePullBackOff"));

    cluster.images.put("late", "exec sleep 600");
    const { status } = await untilPhase(cluster, namespace, "late", "Running");
    assert.match(status?.containerStatuses?.[0]?.imageID ?? "", /^scripts\.example\.com\/late@sha256:/);
  });

  it("F01: the registry is told the cluster and the build of the node, and a permanent refusal stays", async () => {
    const message = "no match for platform in manifest: not found";
    const image = cluster.images.refuse("ltsc2025", { message, permanent: true });
    await createPod(cluster, namespace, "newer", pod(image));
    await waitingFor("newer", "ImagePullBackOff");
    const pull = cluster.images.pulls.find((asked) => asked.image === image);
    assert.equal(pull?.clusterId, cluster.id);
    assert.deepEqual(pull?.node, { osType: "windows", windowsBuild: "10.0.20348" });
    await cluster.core.deleteNamespacedPod({ namespace, name: "newer" });
  });

  it("a node that has an image asks for it again only when the policy says Always", async () => {
    const image = cluster.images.put("twice", "exit 0");
    const count = () => cluster.images.pulls.filter((asked) => asked.image === image).length;
    const run = async (name: string, imagePullPolicy: string) => {
      const { containers, ...spec } = pod(image);
      await createPod(cluster, namespace, name, {
        ...spec,
        restartPolicy: "Never",
        containers: containers.map((container) => ({ ...container, imagePullPolicy })),
      });
      await untilPhase(cluster, namespace, name, "Succeeded");
      return count();
    };
    assert.deepEqual(
      [await run("first", "IfNotPresent"), await run("second", "IfNotPresent"), await run("third", "Always")],
      [1, 1, 2],
    );
  });
});
