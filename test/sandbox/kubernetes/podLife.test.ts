import assert from "node:assert/strict";
import type { V1ContainerState, V1Node, V1Pod } from "@kubernetes/client-node";
import { tokenFile } from "../../../sandbox/kubernetes/controlPlane/credentials";
import { apiServerFlags } from "../../../sandbox/kubernetes/controlPlane/componentFlags";
import { planePaths } from "../../../sandbox/kubernetes/controlPlane/planePaths";
import type { ContainerKind, ContainerRecord } from "../../../sandbox/kubernetes/kubelet/containerRecord";
import { imageMisfit } from "../../../sandbox/kubernetes/kubelet/imageFit";
import { environmentReferences, volumeReferences } from "../../../sandbox/kubernetes/kubelet/podReferences";
import { podPhase } from "../../../sandbox/kubernetes/kubelet/podStatus";
import { simulatedRunner } from "../../../sandbox/kubernetes/kubelet/simulatedRunner";
import { clusterSpec } from "./support/specs";

const running: V1ContainerState = { running: {} };
const waiting: V1ContainerState = { waiting: {} };
const exited = (exitCode: number): V1ContainerState => ({ terminated: { exitCode } });

function record(kind: ContainerKind, state: V1ContainerState, lastState: V1ContainerState = {}): ContainerRecord {
  return { container: { name: "c" }, kind, state, lastState, restartCount: 0, containerId: "" };
}

describe("Life of a pod", () => {
  const phases: [string, string, ContainerRecord[], string][] = [
    ["before anything has started", "Always", [record("main", waiting)], "Pending"],
    ["during an init container", "Always", [record("init", running), record("main", waiting)], "Pending"],
    [
      "after a failed init container that may not restart",
      "Never",
      [record("init", exited(1)), record("main", waiting)],
      "Failed",
    ],
    [
      "after a failed init container that may restart",
      "Always",
      [record("init", exited(1)), record("main", waiting)],
      "Pending",
    ],
    ["while it runs", "Always", [record("init", exited(0)), record("main", running)], "Running"],
    ["between two restarts", "Always", [record("main", waiting, exited(1))], "Running"],
    ["after a good end", "Never", [record("main", exited(0))], "Succeeded"],
    ["after a bad end", "Never", [record("main", exited(0)), record("main", exited(2))], "Failed"],
    ["after a bad end that is tried again", "OnFailure", [record("main", exited(2))], "Running"],
    [
      "after a good end while another container goes on",
      "Never",
      [record("main", exited(0)), record("main", running)],
      "Running",
    ],
    [
      "after its main container, whatever its sidecar does",
      "Never",
      [record("sidecar", running), record("main", exited(0))],
      "Succeeded",
    ],
  ];
  for (const [name, policy, records, phase] of phases) {
    it(`is ${phase} ${name} (${policy})`, () => {
      assert.equal(podPhase(policy, records), phase);
    });
  }

  const commands: [string[], number][] = [
    [["true"], 0],
    [["/bin/false"], 1],
    [["sh", "-c", "exit 7"], 7],
    [["cmd.exe", "/c", "exit 3"], 3],
    [["sleep", "0"], 0],
  ];
  for (const [command, exitCode] of commands) {
    it(`${command.join(" ")} ends with ${exitCode}`, async () => {
      const container = { name: "c", command };
      const { ended } = simulatedRunner.start({ pod: {}, container, purpose: "serve", node: {} });
      assert.equal((await ended).exitCode, exitCode);
    });
  }

  it("any other command goes on until it is stopped", async () => {
    const container = { name: "c", command: ["agent.exe", "run"] };
    const { ended, stop } = simulatedRunner.start({ pod: {}, container, purpose: "serve", node: {} });
    assert.equal(
      await Promise.race([ended, new Promise((resolve) => setImmediate(() => resolve("goes on")))]),
      "goes on",
    );
    stop(30);
    assert.equal((await ended).exitCode, 0);
  });

  const pod: V1Pod = {
    spec: {
      containers: [],
      volumes: [
        { name: "token", secret: { secretName: "token" } },
        { name: "maybe", configMap: { name: "maybe", optional: true } },
        {
          name: "identity",
          projected: { sources: [{ serviceAccountToken: { path: "t" } }, { configMap: { name: "ca" } }] },
        },
      ],
    },
  };
  it("waits for what its volumes need, and not for what is optional", () => {
    assert.deepEqual(
      volumeReferences(pod).map(({ kind, name, volume }) => [kind, name, volume]),
      [
        ["secret", "token", "token"],
        ["configmap", "ca", "identity"],
      ],
    );
  });

  it("waits for what its environment needs", () => {
    const container = {
      name: "c",
      envFrom: [{ secretRef: { name: "all" } }],
      env: [
        { name: "A", valueFrom: { configMapKeyRef: { name: "one", key: "k" } } },
        { name: "B", valueFrom: { secretKeyRef: { name: "optional", key: "k", optional: true } } },
        { name: "C", value: "plain" },
      ],
    };
    assert.deepEqual(
      environmentReferences(container).map(({ kind, name }) => [kind, name]),
      [
        ["secret", "all"],
        ["configmap", "one"],
      ],
    );
  });

  const node = (windowsBuild?: string): V1Node => ({
    metadata: { labels: windowsBuild === undefined ? {} : { "node.kubernetes.io/windows-build": windowsBuild } },
    status: {
      nodeInfo: {
        architecture: "amd64",
        bootID: "",
        containerRuntimeVersion: "",
        kernelVersion: "",
        kubeProxyVersion: "",
        kubeletVersion: "",
        machineID: "",
        operatingSystem: windowsBuild === undefined ? "linux" : "windows",
        osImage: "",
        systemUUID: "",
      },
    },
  });
  const images: [string, string | undefined, boolean][] = [
    ["mcr.microsoft.com/windows/servercore:ltsc2022", "10.0.20348", true],
    ["mcr.microsoft.com/windows/servercore:ltsc2022", "10.0.26100", true],
    ["mcr.microsoft.com/windows/servercore:ltsc2025", "10.0.20348", false],
    ["mcr.microsoft.com/windows/nanoserver:ltsc2025", "10.0.26100", true],
    ["mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2019", "10.0.20348", false],
    ["mcr.microsoft.com/windows/servercore:ltsc2022", undefined, false],
    ["registry.example.com/agents/windows2022:1", "10.0.26100", true],
  ];
  for (const [image, build, fits] of images) {
    it(`F01: ${image} ${fits ? "runs" : "does not run"} on ${build ?? "Linux"}`, () => {
      assert.equal(imageMisfit(image, node(build)) === undefined, fits);
    });
  }
});

describe("Arguments of a control plane", () => {
  const flags = (kubernetesVersion: string) =>
    apiServerFlags(
      planePaths("/d"),
      { apiServer: 1, etcdClient: 2, etcdPeer: 3 },
      clusterSpec("c", { kubernetesVersion }),
    );

  const emulated: [string, string | undefined][] = [
    ["1.33.0", "--emulated-version=kube=1.33"],
    ["1.35.4", "--emulated-version=kube=1.35"],
    ["1.36.1", undefined],
    ["1.32.9", undefined],
    ["1.37.0", undefined],
  ];
  for (const [version, flag] of emulated) {
    it(`${version} is ${flag === undefined ? "not emulated" : "emulated"}`, () => {
      assert.equal(
        flags(version).find((text) => text.startsWith("--emulated-version")),
        flag,
      );
    });
  }

  it("listens on loopback only", () => {
    assert.ok(flags("1.35.4").includes("--bind-address=127.0.0.1"));
  });

  it("the token file gives administrators alone the group that may do everything", () => {
    const tokens = { admin: "a", user: "u", controllerManager: "c", scheduler: "s", simulation: "x" };
    const lines = tokenFile(tokens).trim().split("\n");
    assert.deepEqual(
      lines.filter((line) => line.includes("system:masters")).map((line) => line.split(",")[0]),
      ["a", "u", "x"],
    );
  });
});
