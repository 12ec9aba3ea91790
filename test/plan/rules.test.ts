import assert from "node:assert/strict";
import { describeProblems } from "../../plan/problem";
import { rules } from "../../plan/rules";
import { keyHints } from "../../plan/settings/keyHints";
import { shapeCodes } from "../../plan/settings/shapeProblems";
import { planWith, refusalsOf, soundToken } from "./fleets";

const windows = { agents: [{ name: "win", os: "windows2022" }] };
const linux = { agents: [{ name: "linux", os: "linux" }] };

function warningsOn(day: string, keys: Record<string, unknown>): string[] {
  return planWith(keys, { now: new Date(`${day}T12:00:00Z`) }).warnings.map(({ code }) => code);
}

function refusalsOn(day: string, keys: Record<string, unknown>): string[] {
  return refusalsOf(keys, { now: new Date(`${day}T12:00:00Z`) }).map(({ code }) => code);
}

describe("rules", () => {
  it("have codes of their own, in kebab-case", () => {
    const codes = [...rules, ...keyHints].map(({ code }) => code);
    assert.equal(new Set(codes).size, codes.length);
    assert.ok([...codes, ...shapeCodes].every((code) => /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(code)));
  });

  it("can be excused only where they refuse for a dated fact", () => {
    assert.deepEqual(
      rules.filter(({ dated, severity }) => dated && severity !== "refusal"),
      [],
    );
  });
});

describe("rules by the clock", () => {
  it("F68: warn 90 days before the end of a Kubernetes version, and not before", () => {
    const planned = { ...linux, kubernetesVersion: "1.35" };
    assert.deepEqual(warningsOn("2026-12-30", planned), []);
    assert.deepEqual(warningsOn("2026-12-31", planned), ["kubernetes-version-ending"]);
    assert.deepEqual(warningsOn("2027-03-31", planned), ["kubernetes-version-ending"]);
  });

  it("F68: refuse from the day after the end, unless long-term support is paid for", () => {
    const planned = { ...linux, kubernetesVersion: "1.35" };
    assert.deepEqual(refusalsOn("2027-03-31", planned), []);
    assert.deepEqual(refusalsOn("2027-04-01", planned), ["kubernetes-version-lts"]);
    assert.deepEqual(refusalsOn("2027-04-01", { ...planned, cluster: { tier: "Premium" } }), []);
    assert.deepEqual(refusalsOn("2028-04-01", { ...planned, cluster: { tier: "Premium" } }), [
      "kubernetes-version-retired",
    ]);
  });

  it("F04: refuse Windows Server 2022 from the day after its retirement", () => {
    const excused = { ...windows, treatAsWarning: ["kubernetes-version-retired"] };
    assert.deepEqual(refusalsOn("2028-06-30", excused), []);
    assert.deepEqual(refusalsOn("2028-07-01", excused), ["windows-version-retired"]);
  });

  it("F04: warn half a year before Windows Server 2022 is retired", () => {
    const excused = { ...windows, treatAsWarning: ["kubernetes-version-lts"] };
    assert.ok(!warningsOn("2028-01-01", excused).includes("windows-version-retiring"));
    assert.ok(warningsOn("2028-01-02", excused).includes("windows-version-retiring"));
  });

  it("F04: a dated refusal can be made a warning, and stays visible", () => {
    const planned = { ...windows, kubernetesVersion: "1.37" };
    assert.deepEqual(refusalsOn("2026-12-01", planned), ["windows-version-kubernetes"]);
    const excused = { ...planned, treatAsWarning: ["windows-version-kubernetes"] };
    assert.ok(warningsOn("2026-12-01", excused).includes("windows-version-kubernetes"));
  });

  it("F26: refuse a token from the day after it expires, and warn two weeks before", () => {
    const planned = (expires: string) => ({
      ...linux,
      azureDevOps: { project: "fleet", authentication: "personalAccessToken", personalAccessTokenExpires: expires },
      agentToken: soundToken,
    });
    assert.deepEqual(warningsOn("2026-12-01", planned("2026-12-16")), []);
    assert.deepEqual(warningsOn("2026-12-01", planned("2026-12-15")), ["token-expiring"]);
    assert.deepEqual(warningsOn("2026-12-01", planned("2026-12-01 00:00:00 +0000 UTC")), ["token-expiring"]);
    assert.deepEqual(refusalsOn("2026-12-01", planned("2026-11-30")), ["token-expired"]);
  });
});

describe("limits of rules", () => {
  it("F54: five characters suit a Windows class and eleven a Linux class", () => {
    assert.deepEqual(
      refusalsOf({
        agents: [
          { name: "win22", os: "windows2022" },
          { name: "linuxbuilds", os: "linux" },
        ],
      }),
      [],
    );
  });

  it("F79: the addresses of the documentation's example are counted as it does", () => {
    // azure-aks-docs concepts-network-ip-address-planning.md: 50 nodes and one surge node take 51 + 51 * 30 = 1581 addresses. The
    // system pool of one node and its surge node take 2 + 2 * 30 = 62 more: 1643 in all, and Azure keeps 5 of a subnet.
    const subnetId =
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/n/providers/Microsoft.Network/virtualNetworks/v/subnets/s";
    const problems = (subnetCidr: string) =>
      refusalsOf({
        agents: [{ name: "linux", os: "linux", nodes: { max: 50 } }],
        cluster: { systemNodes: { max: 1 }, network: { pluginMode: "none", subnetId, subnetCidr } },
      });
    assert.deepEqual(problems("10.20.0.0/21"), []);
    assert.match(problems("10.20.0.0/22")[0]?.message ?? "", /takes 1643 addresses/);
  });

  it("F79: the overlay mode takes an address for each node only", () => {
    const subnetId =
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/n/providers/Microsoft.Network/virtualNetworks/v/subnets/s";
    const network = { subnetId, subnetCidr: "10.20.0.0/26" };
    assert.deepEqual(
      refusalsOf({ agents: [{ name: "linux", os: "linux", nodes: { max: 50 } }], cluster: { network } }),
      [],
    );
  });

  it("F132: one agent may have a work folder of its own on a claim", () => {
    const volumes = [{ name: "work", mountPath: "/azp/_work", persistentVolumeClaim: { claimName: "work" } }];
    assert.deepEqual(refusalsOf({ agents: [{ name: "linux", os: "linux", volumes }] }), []);
  });

  it("an agent pool of its own for each class is not shared", () => {
    const existing = { win22: "windows", linux: "linux" };
    assert.deepEqual(refusalsOf({ azureDevOps: { project: "fleet", agentPool: { existing } } }), []);
  });

  it("twenty classes fit on one identity", () => {
    const agents = Array.from({ length: 20 }, (_, index) => ({ name: `l${index}`, os: "linux" }));
    const agentIdentity = {
      existing:
        "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/i/providers/Microsoft.ManagedIdentity/userAssignedIdentities/a",
    };
    assert.deepEqual(refusalsOf({ agents, azureDevOps: { project: "fleet", agentIdentity } }), []);
  });
});

describe("text of problems", () => {
  it("names place, code, what is wrong and what would be right, for each", () => {
    const text = describeProblems(refusalsOf({ registry: { name: "a-b" }, contextStore: { name: "A" } }));
    assert.equal(
      text,
      [
        "The configuration has 2 problems. Nothing was created.",
        '  registry.name [registry-name]\n    "a-b" is no registry name.\n    Use 5 to 50 lower-case letters and digits, or leave it out: then a unique one is made up.',
        '  contextStore.name [storage-account-name]\n    "A" is no storage account name.\n    Use 3 to 24 lower-case letters and digits, or leave it out: then a unique one is made up.',
      ].join("\n\n"),
    );
  });
});
