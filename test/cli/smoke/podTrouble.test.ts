import assert from "node:assert/strict";
import type { V1ContainerState, V1Pod } from "@kubernetes/client-node";
import { podTrouble } from "../../../cli/smoke/checks/podTrouble";
import { tellingWarning } from "../../../cli/smoke/tellingWarning";

function waiting(reason: string, message?: string, lastState?: V1ContainerState): V1Pod {
  const state = { waiting: { reason, message } };
  const container = { name: "web", image: "", imageID: "", ready: false, restartCount: 0, state, lastState };
  return { status: { phase: "Pending", containerStatuses: [container] } };
}
const silent = { lastWarning: "", lastWords: "" };

describe("trouble of a pod", () => {
  it("a pull that fails is told by its last error, and may pass for a while", () => {
    const pod = waiting("ImagePullBackOff", 'Back-off pulling image "web:1"');
    const trouble = podTrouble(pod, { ...silent, lastWarning: "401 Unauthorized" });
    assert.equal(trouble?.text, "ImagePullBackOff: 401 Unauthorized");
    assert.equal(trouble?.hopeless, "soon");
    assert.match(trouble?.remedy ?? "", /allowed to pull/);
  });

  it("a web server that ends is told by its exit code and its last words", () => {
    const pod = waiting("CrashLoopBackOff", "back-off 10s restarting", { terminated: { exitCode: 1 } });
    assert.equal(
      podTrouble(pod, { ...silent, lastWords: "bind() failed" })?.text,
      "CrashLoopBackOff: exit code 1, bind() failed",
    );
  });

  it("a reference that is none is hopeless at once", () => {
    assert.equal(podTrouble(waiting("InvalidImageName", "couldn't parse"), silent)?.hopeless, "now");
  });

  it("a pod that no node takes may wait as long as a new node takes", () => {
    const message = "0/3 nodes are available: 3 node(s) had untolerated taint(s)";
    const pod: V1Pod = { status: { conditions: [{ type: "PodScheduled", status: "False", message }] } };
    assert.deepEqual([podTrouble(pod, silent)?.text, podTrouble(pod, silent)?.hopeless], [message, "late"]);
  });

  it("a pod that is being created has none", () => {
    assert.equal(podTrouble(waiting("ContainerCreating"), silent), undefined);
  });
});

describe("warning that tells something", () => {
  const event = (message: string, minute: number) => ({
    message,
    lastTimestamp: new Date(Date.UTC(2026, 10, 30, 12, minute)),
    involvedObject: {},
    metadata: {},
  });

  it("is the newest but for those that only repeat the state", () => {
    const events = [
      event("Failed to pull image: not found", 2),
      event("Error: ErrImagePull", 3),
      event("older", 1),
      event("Error: ImagePullBackOff", 4),
    ];
    assert.equal(tellingWarning(events), "Failed to pull image: not found");
    assert.equal(tellingWarning([]), "");
  });
});
