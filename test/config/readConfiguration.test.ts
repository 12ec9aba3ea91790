import assert from "node:assert/strict";
import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { setAllConfig } from "@pulumi/pulumi/runtime/config";
import { readConfiguration, type Configuration } from "../../config";
import { ConfigurationError } from "../../plan/problem";
import { flattenConfig, stackConfig } from "../support/stackConfig";

const token = "canary4canary4canary4canary4canary4canary4canary4can";
const tokenKey = "aks-agents:agentToken";

/** Problems that rest on dates are looked for too, so the clock stands still. */
async function prepare(): Promise<void> {
  mock.timers.enable({ apis: ["Date"], now: new Date("2026-12-01T12:00:00Z") });
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) }, "aks-agents", "dev");
}

function leave(): void {
  mock.timers.reset();
  setAllConfig({});
}

/** Reads the dev stack's configuration with some values changed. */
function read(changes: Record<string, unknown> = {}, secretKeys: readonly string[] = []): Configuration {
  setAllConfig({ ...stackConfig("dev"), ...flattenConfig({ config: changes }) }, [...secretKeys]);
  return readConfiguration();
}

function problemsOf(changes: Record<string, unknown>, secretKeys: readonly string[] = []): string[] {
  try {
    read(changes, secretKeys);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.problems.map(({ path, code }) => `${path} ${code}`);
  }
}

describe("reading a stack's configuration", () => {
  before(prepare);
  after(leave);

  it("reads texts, truth values and structures, and keys of the providers", () => {
    const { settings } = read({ protect: true, kubernetesVersion: "1.36", "azure-native:location": "northeurope" });
    assert.equal(settings.protect, true);
    assert.equal(settings.kubernetesVersion, "1.36");
    assert.equal(settings.location, "northeurope");
    assert.equal(settings.orgServiceUrl, "https://dev.azure.com/contoso");
    assert.deepEqual(
      settings.agents.map(({ name }) => name),
      ["win22", "linux"],
    );
  });

  it("keeps a version that looks like a number a text", () => {
    // The CLI hands an unquoted 1.35 over as the text 1.35.
    assert.equal(read({ kubernetesVersion: 1.35 }).settings.kubernetesVersion, "1.35");
  });

  it("freezes what it returns, all the way down", () => {
    const { settings } = read();
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    assert.ok(frozen(settings));
  });

  it("knows project, stack and version", () => {
    const { context } = read();
    assert.deepEqual([context.project, context.stack], ["aks-agents", "dev"]);
    assert.match(context.version, /^\d+\.\d+\.\d+/);
  });

  it("names unknown keys of its own namespace, and leaves those of others alone", () => {
    assert.deepEqual(problemsOf({ "aks-agents:agent": 1, "other:agent": 1, "azure-native:tenantId": "x" }), [
      "agent unknown-key",
    ]);
  });

  it("names a text where a structure belongs", () => {
    assert.deepEqual(problemsOf({ cluster: "small" }), ["cluster wrong-type"]);
    assert.deepEqual(problemsOf({ protect: "yes" }), ["protect wrong-type"]);
  });

  it("names encrypted values that would be shown in plain text", () => {
    assert.deepEqual(problemsOf({ tags: { owner: "x" } }, ["aks-agents:tags"]), ["tags secret-not-kept"]);
  });
});

describe("reading the agent token", () => {
  const azureDevOps = {
    project: "fleet",
    authentication: "personalAccessToken",
    personalAccessTokenExpires: "2999-01-01",
  };

  before(prepare);
  after(leave);

  it("F98: keeps it secret", async () => {
    const { agentToken } = read({ azureDevOps, agentToken: token }, [tokenKey]);
    assert.ok(agentToken);
    assert.equal(await pulumi.isSecret(agentToken), true);
  });

  it("F98: leaves no trace of it in the settings", () => {
    const { settings } = read({ azureDevOps, agentToken: token }, [tokenKey]);
    assert.ok(!JSON.stringify(settings).includes("canary"));
  });

  it("F98: leaves no trace of it in messages, however malformed it is", () => {
    for (const text of [`${token}\n`, `"${token}"`, ` ${token}`, `{"token": "${token}"}`, `[${token}]`]) {
      try {
        read({ azureDevOps, agentToken: text, cluster: "x" }, [tokenKey]);
        assert.fail("the configuration is wrong");
      } catch (error) {
        assert.ok(error instanceof ConfigurationError, String(error));
        assert.ok(!error.message.includes("canary"), error.message);
      }
    }
  });

  it("F98: sees whether the stack file holds it encrypted", () => {
    assert.equal(read({ azureDevOps, agentToken: token }, [tokenKey]).settings.agentToken?.encrypted, true);
    assert.equal(read({ azureDevOps, agentToken: token }).settings.agentToken?.encrypted, false);
  });

  it("F27: sees that the provider has the same one", () => {
    const shared = { azureDevOps, agentToken: token, "azuredevops:personalAccessToken": token };
    assert.equal(read(shared, [tokenKey]).settings.agentToken?.usedByProvider, true);
    const own = { azureDevOps, agentToken: token, "azuredevops:personalAccessToken": "another" };
    assert.equal(read(own, [tokenKey]).settings.agentToken?.usedByProvider, false);
  });

  it("gives none where none is configured", () => {
    assert.equal(read().agentToken, undefined);
  });
});
