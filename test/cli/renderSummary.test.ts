import assert from "node:assert/strict";
import type { SandboxStatus } from "../../cli/sandbox/collectStatus";
import { renderSummary } from "../../cli/sandbox/renderSummary";

const status: SandboxStatus = {
  stack: "dual",
  running: true,
  azureUrl: "http://127.0.0.1:1",
  azureDevOpsUrl: "http://127.0.0.1:2",
  registry: { loginServer: "agents4711.azurecr.io", pullFrom: "127.0.0.1:4/agents4711.azurecr.io" },
  resources: { "azure-native": 3, kubernetes: 2 },
  cluster: { name: "fleet", kubernetesVersion: "1.35.6", apiServer: "https://127.0.0.1:3" },
  agentClasses: [
    {
      name: "win25",
      os: "windows2025",
      nodePool: "win25a",
      nodes: [{ name: "akswin25a000000", pool: "win25a", build: "10.0.26100", ready: true }],
      runtimeClass: "windows-2025",
      namespace: "agents-win25",
      deployment: "win25-a",
      pods: [
        { name: "one", namespace: "agents-win25", node: "akswin25a000000", phase: "Running", ready: true },
        { name: "two", namespace: "agents-win25", node: "", phase: "Pending", ready: false },
      ],
      agentPool: "fleet-win25",
      agents: [
        { name: "one", online: true, busy: true, enabled: true },
        { name: "two", online: true, busy: false, enabled: false },
        { name: "gone", online: false, busy: true, enabled: true },
      ],
    },
  ],
};

describe("the summary", () => {
  it("shows the chain of each agent class from its version to its agent pool", () => {
    const row = renderSummary(status)
      .split("\n")
      .find((line) => line.includes("win25a"));
    const chain = [
      "win25",
      "windows2025",
      "win25a",
      "akswin25a000000 (10.0.26100)",
      "windows-2025",
      "1 of 2",
      "fleet-win25",
      "2 online,",
    ];
    const cells = row
      ?.split("│")
      .map((cell) => cell.trim())
      .filter((cell) => cell !== "");
    assert.deepEqual(cells, chain);
  });

  it("tells agents that are online, have a job, or are offline", () => {
    const text = renderSummary(status).replaceAll(/\s*[│\n]\s*/g, " ");
    assert.match(text, /2 online, .*1 of them busy, .*1 offline/);
  });

  it("says where images can be pulled from", () => {
    assert.match(renderSummary(status), /^Registry .*127\.0\.0\.1:4\/agents4711\.azurecr\.io\/…$/m);
  });

  it("offers a job for the first agent class", () => {
    assert.match(renderSummary(status), /npm run sandbox -- --stack dual job queue --pool fleet-win25 --wait/);
  });

  it("names commands for the stack that it is about", () => {
    assert.match(renderSummary(status), /npm run sandbox -- --stack dual kubectl get pods -A -o wide/);
  });

  it("points to what a sandbox cannot prove", () => {
    assert.match(renderSummary(status), /docs\/known-differences\.md/);
  });

  it("says how to start when nothing runs", () => {
    assert.match(renderSummary({ ...status, running: false }), /not running\. `npm run sandbox` starts it/);
  });

  it("says how to bring an empty stack up", () => {
    assert.match(renderSummary({ ...status, cluster: undefined }), /stack dual is empty.*--stack dual/);
  });
});
