import assert from "node:assert/strict";
import fc from "fast-check";
import { parseSettings } from "../../plan/parseSettings";
import { ConfigurationError } from "../../plan/problem";
import { context } from "./fleets";

const valid = {
  location: "westeurope",
  orgServiceUrl: "https://dev.azure.com/contoso",
  agents: [
    { name: "win22", os: "windows2022" },
    { name: "linux", os: "linux" },
  ],
  azureDevOps: { project: "fleet" },
};

function problemsOf(raw: Record<string, unknown>): string[] {
  try {
    parseSettings(raw, context);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.problems.map(({ path, code }) => `${path} ${code}`).sort();
  }
}

describe("reading settings", () => {
  it("fills in defaults", () => {
    const settings = parseSettings(valid, context);
    assert.equal(settings.kubernetesVersion, "1.35");
    assert.equal(settings.agents[0]?.vmSize, "Standard_D4s_v5");
    assert.equal(settings.cluster.network.serviceCidr, "10.0.0.0/16");
  });

  it("takes numbers and truth values where YAML has made them out of texts", () => {
    const settings = parseSettings(
      {
        ...valid,
        tags: { cost: 4711 },
        agents: [{ name: "linux", os: "linux", resources: { cpu: 1 }, capabilities: { gpu: true } }],
      },
      context,
    );
    assert.deepEqual(
      [settings.tags, settings.agents[0]?.resources.cpu, settings.agents[0]?.capabilities],
      [{ cost: "4711" }, "1", { gpu: "true" }],
    );
  });

  it("looks for problems of meaning in what can be read", () => {
    assert.deepEqual(problemsOf({ ...valid, kubernetesVersion: "newest", tags: 7 }), [
      "kubernetesVersion kubernetes-version-form",
      "tags wrong-type",
    ]);
  });

  it("keeps the places of agent classes when one of them cannot be read", () => {
    const agents = [{ name: "a" }, { os: "linux" }, { name: "ok", os: "linux", image: "agent:latest" }];
    assert.deepEqual(problemsOf({ ...valid, agents }), [
      "agents[0].os missing-key",
      "agents[1].name missing-key",
      "agents[2].image image-floating-tag",
    ]);
  });

  it("says nothing that rests on a value that cannot be read", () => {
    // With an unreadable kind of authentication nobody knows whether a token is missing.
    assert.deepEqual(problemsOf({ ...valid, azureDevOps: { project: "fleet", authentication: "pat" } }), [
      "azureDevOps.authentication value-not-allowed",
    ]);
    // Without a readable size nobody knows what fits.
    const agents = [{ name: "linux", os: "linux", vmSize: 4, replicas: 900 }];
    assert.deepEqual(problemsOf({ ...valid, agents }), ["agents[0].vmSize wrong-type"]);
  });

  it("keeps the other keys of a group in which a required one is missing", () => {
    const azureDevOps = { authentication: "personalAccessToken", personalAccessTokenExpires: "2020-01-01" };
    assert.deepEqual(problemsOf({ ...valid, azureDevOps }), [
      "agentToken agent-token-missing",
      "azureDevOps.personalAccessTokenExpires token-expired",
      "azureDevOps.project missing-key",
    ]);
  });

  it("suggests the nearest known key and value", () => {
    const messageOf = (raw: Record<string, unknown>) => {
      try {
        parseSettings(raw, context);
      } catch (error) {
        return String(error);
      }
      return "";
    };
    assert.match(messageOf({ ...valid, clutser: {} }), /Did you mean cluster\?/);
    assert.match(messageOf({ ...valid, cluster: { Tier: "Free" } }), /Did you mean tier\?/);
    assert.match(messageOf({ ...valid, cluster: { tier: "standard" } }), /Did you mean Standard\?/);
    assert.doesNotMatch(messageOf({ ...valid, xyzzy: 1 }), /Did you mean/);
  });

  it("answers whatever it is given with settings or with problems", () => {
    const anything = fc.jsonValue({ maxDepth: 3 });
    const keys = [
      "cluster",
      "agents",
      "azureDevOps",
      "tags",
      "location",
      "registry",
      "agentToken",
      "treatAsWarning",
      "x",
    ];
    const raw = fc.dictionary(fc.constantFrom(...keys), anything).map((values) => ({ ...valid, ...values }));
    fc.assert(fc.property(raw, (values) => void problemsOf(values)));
  });

  it("answers whatever stands inside an agent class with settings or with problems", () => {
    const keys = [
      "name",
      "os",
      "vmSize",
      "nodes",
      "volumes",
      "previous",
      "capabilities",
      "image",
      "drainTimeoutMinutes",
    ];
    const agent = fc
      .dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }))
      .map((values) => ({ name: "linux", os: "linux", ...values }));
    fc.assert(fc.property(fc.array(agent, { maxLength: 3 }), (agents) => void problemsOf({ ...valid, agents })));
  });
});
