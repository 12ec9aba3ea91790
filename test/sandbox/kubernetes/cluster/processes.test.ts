import assert from "node:assert/strict";
import { createScriptPod, logOf } from "../support/processPods";
import { newNamespace, removeNamespace, untilPhase } from "../support/pods";
import { sharedCluster, type TestCluster } from "../support/sharedCluster";

describe("Containers that run as processes", function () {
  this.timeout(120_000);
  let cluster: TestCluster;
  let namespace: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "processes");
  });

  after(() => removeNamespace(cluster, namespace));

  it("print, end, and leave their exit code, with the image's digest in the status", async () => {
    await createScriptPod(cluster, namespace, "ends", 'echo "hello from $HOSTNAME"; exit 7');
    const { status } = await untilPhase(cluster, namespace, "ends", "Failed");
    const [container] = status?.containerStatuses ?? [];
    assert.equal(container?.state?.terminated?.exitCode, 7);
    assert.equal(container.state.terminated.reason, "Error");
    assert.match(container.imageID, /^scripts\.example\.com\/processes-ends@sha256:[0-9a-f]{64}$/);
    assert.equal(await logOf(cluster, namespace, "ends"), "hello from ends\n");
  });

  it("are Completed when they end well", async () => {
    await createScriptPod(cluster, namespace, "well", "exit 0");
    const { status } = await untilPhase(cluster, namespace, "well", "Succeeded");
    assert.equal(status?.containerStatuses?.[0]?.state?.terminated?.reason, "Completed");
  });
});
