import assert from "node:assert/strict";
import { CheckFailure, notPossible, type CheckName } from "../../../cli/smoke/checks/checkResult";
import { performSmoke, type SmokeOptions } from "../../../cli/smoke/performSmoke";
import type { SmokeReport } from "../../../cli/smoke/smokeReport";
import type { SmokeWays } from "../../../cli/smoke/ways/smokeWays";
import { UserError } from "../../../cli/userError";
import { node, openWays, ScriptedCluster, testPace } from "./support/scriptedCluster";

describe("smoke check", () => {
  const notices: string[] = [];

  function perform(
    cluster: ScriptedCluster,
    ways: SmokeWays = openWays(),
    { signal, ...options }: Partial<SmokeOptions> & { readonly signal?: AbortSignal } = {},
  ): Promise<SmokeReport> {
    notices.length = 0;
    return performSmoke(
      { systems: [], port: 8080, keep: false, startSeconds: 0, pace: testPace, ...options },
      {
        access: { name: "scripted", cluster, ways },
        imageOf: async ({ os }) => `registry.example/${os}:1`,
        progress: () => undefined,
        notice: (message) => notices.push(message),
        signal: signal ?? new AbortController().signal,
        hurry: new AbortController().signal,
      },
    );
  }

  const found = ({ checks }: SmokeReport, name: CheckName, subject = "windows2022") =>
    checks.find(({ check, subject: about }) => check === name && about === subject);

  it("a healthy cluster passes every check, for each version that it has, and nothing is left in it", async () => {
    const cluster = new ScriptedCluster();
    const report = await perform(cluster);
    assert.deepEqual(
      report.checks.map(({ check, subject, outcome }) => `${subject}: ${check} ${outcome}`),
      [
        "windows2022: runtime class passed",
        "windows2022: pods passed",
        "linux: pods passed",
        "linuxa: nodes passed",
        "win22a: nodes passed",
        ...["windows2022", "linux"].flatMap((os) =>
          ["service discovery", "service address", "service to pod", "inbound", "outbound"].map(
            (check) => `${os}: ${check} passed`,
          ),
        ),
      ],
    );
    assert.deepEqual(report.totals, { passed: 15, failed: 0, "not possible here": 0 });
    assert.deepEqual(cluster.created, [
      `namespace ${report.namespace}`,
      ...["windows2022", "linux"].flatMap((os) => [`deployment web-${os}`, `service web-${os}`]),
    ]);
    assert.deepEqual(cluster.deleted, [report.namespace]);
    assert.match(report.namespace, /^smoke-[0-9a-f]{8}$/);
  });

  it("shows where the pods are", async () => {
    const report = await perform(new ScriptedCluster());
    assert.match(
      found(report, "pods")?.evidence ?? "",
      /^web-windows2022-0 is ready on akswin-0 of pool win22a, build 10\.0\.20348; web-windows2022-1 /,
    );
  });

  it("F01: a pod that is ready on a node of another Windows build is a failure", async () => {
    const cluster = new ScriptedCluster();
    cluster.allNodes = [
      node("akswin-0", "win22a", "windows2022", { "node.kubernetes.io/windows-build": "10.0.26100" }),
    ];
    const report = await perform(cluster);
    assert.equal(found(report, "pods")?.outcome, "failed");
    assert.match(found(report, "pods")?.evidence ?? "", /windows-build is 10\.0\.26100 instead of 10\.0\.20348/);
  });

  it("F01: an image that does not fit the node ends the wait, with the message of the pull, and nothing else was reached", async () => {
    const cluster = new ScriptedCluster();
    cluster.podStatus = () => ({
      phase: "Pending",
      containerStatuses: [
        {
          name: "web",
          image: "",
          imageID: "",
          ready: false,
          restartCount: 0,
          state: { waiting: { reason: "ImagePullBackOff", message: "Back-off pulling image" } },
        },
      ],
    });
    cluster.warning = "a Windows version 10.0.26100-based image is incompatible with a 10.0.20348 host";
    const report = await perform(cluster, openWays(), { startSeconds: 3600 });
    assert.match(
      found(report, "pods")?.evidence ?? "",
      /^0 of 2 pods are ready .*ImagePullBackOff: a Windows version 10\.0\.26100-based/,
    );
    assert.match(found(report, "pods")?.remedy ?? "", /fit the node's Windows build/);
    for (const check of ["service to pod", "inbound", "outbound"] as const) {
      assert.equal(found(report, check)?.outcome, "failed", check);
    }
    assert.deepEqual(cluster.deleted, [report.namespace]);
  });

  it("pods that the API server refuses, as for a missing RuntimeClass, fail with its message", async () => {
    const cluster = new ScriptedCluster();
    cluster.classes = [];
    cluster.podStatus = () => ({ phase: "Pending" });
    const message = 'pod rejected: RuntimeClass "windows-2022" not found';
    cluster.deployment = async () => ({
      spec: { replicas: 2, selector: {}, template: {} },
      status: { conditions: [{ type: "ReplicaFailure", status: "True", message }] },
    });
    const report = await perform(cluster, openWays(), { systems: ["windows2022"], startSeconds: 3600 });
    assert.match(found(report, "runtime class")?.evidence ?? "", /no RuntimeClass windows-2022; there is none at all/);
    assert.match(found(report, "pods")?.evidence ?? "", /RuntimeClass "windows-2022" not found/);
  });

  it("a node under pressure, or not Ready, fails the check of its pool alone", async () => {
    const cluster = new ScriptedCluster();
    const [, linux] = cluster.allNodes;
    linux?.status?.conditions?.splice(
      0,
      4,
      { type: "Ready", status: "True" },
      { type: "DiskPressure", status: "True", message: "disk is full" },
    );
    const report = await perform(cluster);
    assert.equal(found(report, "nodes", "linuxa")?.evidence, "akslin-0 has DiskPressure True: disk is full");
    assert.equal(found(report, "nodes", "win22a")?.outcome, "passed");
  });

  it("a way that leads nowhere fails, one that does not exist is not possible here", async () => {
    const ways = openWays({
      podAddress: async () => {
        throw new CheckFailure("nothing answers", "look");
      },
      discovery: async () => {
        throw notPossible("no DNS", "elsewhere");
      },
    });
    const report = await perform(new ScriptedCluster(), ways);
    assert.deepEqual(found(report, "service to pod"), {
      check: "service to pod",
      subject: "windows2022",
      outcome: "failed",
      evidence: "nothing answers",
      remedy: "look",
    });
    assert.equal(found(report, "service discovery")?.outcome, "not possible here");
    assert.deepEqual(report.totals, { passed: 11, failed: 2, "not possible here": 2 });
  });

  it("a Service whose slices have no ready address fails", async () => {
    const cluster = new ScriptedCluster();
    cluster.addresses = [];
    assert.match(found(await perform(cluster), "service to pod")?.evidence ?? "", /no ready address/);
  });

  it("waits for a way that does not lead yet", async () => {
    let tries = 0;
    const ways = openWays({
      inbound: async () => {
        tries += 1;
        if (tries < 3) throw new CheckFailure("not yet", "wait");
        return "came in";
      },
    });
    const report = await perform(new ScriptedCluster(), ways, { pace: { ...testPace, settleSeconds: 60 } });
    assert.equal(found(report, "inbound")?.outcome, "passed");
    assert.equal(tries, 4);
  });

  it("an interrupt removes what was made", async () => {
    const cluster = new ScriptedCluster();
    const interruption = new AbortController();
    const ways = openWays({
      inbound: async () => {
        interruption.abort();
        return "came in";
      },
    });
    await assert.rejects(perform(cluster, ways, { signal: interruption.signal }), { name: "AbortError" });
    assert.equal(cluster.deleted.length, 1);
  });

  it("--keep leaves everything, and says how to remove it", async () => {
    const cluster = new ScriptedCluster();
    const report = await perform(cluster, openWays(), { keep: true });
    assert.deepEqual(cluster.deleted, []);
    assert.match(notices.join("\n"), new RegExp(`kubectl delete namespace ${report.namespace}`));
  });

  it("a cluster without agents has nothing to check, unless versions are named", async () => {
    const cluster = new ScriptedCluster();
    cluster.allNodes = [node("akssys-0", "system", "linux", { "aks-agents.io/os": "" })];
    cluster.classes = [];
    await assert.rejects(perform(cluster), UserError);
    assert.deepEqual(cluster.created, []);
    const report = await perform(cluster, openWays(), { systems: ["linux"] });
    assert.equal(found(report, "pods", "linux")?.outcome, "failed");
  });

  it("a pool without nodes is checked by its RuntimeClass: its pods make it grow", async () => {
    const cluster = new ScriptedCluster();
    cluster.allNodes = [];
    const report = await perform(cluster);
    assert.deepEqual(
      report.checks.filter(({ check }) => check === "runtime class").map(({ subject }) => subject),
      ["windows2022"],
    );
  });
});
