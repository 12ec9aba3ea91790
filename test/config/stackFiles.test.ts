import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { setAllConfig } from "@pulumi/pulumi/runtime/config";
import { parse } from "yaml";
import { z } from "zod";
import { readConfiguration } from "../../config";
import { configurationKeys } from "../../plan/settings/keyPaths";
import { planFleet } from "../../plan/planFleet";
import { projectRoot, stackConfig } from "../support/stackConfig";

const stacks = ["dev", "dual", "prod", "pr"];

/** A day on which nothing in the files is about to end. */
const now = new Date("2026-12-01T12:00:00Z");

async function planOf(stack: string) {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) }, "aks-agents", stack);
  setAllConfig(stackConfig(stack));
  const { settings, context } = readConfiguration();
  return planFleet(settings, { ...context, now, imagePins: [], imageContexts: {} });
}

describe("stack files", () => {
  after(() => setAllConfig({}));

  for (const stack of stacks) {
    it(`${stack} can be planned, and gives no warning but about what has to be replaced`, async () => {
      const warnings = (await planOf(stack)).warnings.map(({ path }) => path);
      assert.deepEqual(warnings, stack === "prod" ? ["cluster.authorizedIpRanges[0]"] : []);
    });

    it(`${stack} holds no secret`, () => {
      assert.doesNotMatch(
        readFileSync(join(projectRoot, `Pulumi.${stack}.yaml`), "utf8"),
        /secure:|agentToken:|personalAccessToken:/,
      );
    });
  }

  it("dev has a Windows Server 2022 and a Linux class, and no secret to ask for", async () => {
    const { agentClasses, azureDevOps } = await planOf("dev");
    assert.deepEqual(
      agentClasses.map(({ name, deployments }) => `${name} ${deployments[0]?.os}`),
      ["win22 windows2022", "linux linux"],
    );
    assert.equal(azureDevOps.authentication, "workloadIdentity");
  });

  it("dual has both Windows versions and Linux", async () => {
    const { nodePools } = await planOf("dual");
    assert.deepEqual(
      nodePools.map(({ osSku }) => osSku),
      ["Windows2022", "Windows2025", "Ubuntu"],
    );
  });

  it("prod is spread, guaranteed, closed and protected", async () => {
    const { cluster, protect, ephemeral } = await planOf("prod");
    assert.equal(cluster.tier, "Standard");
    assert.deepEqual(cluster.systemPool.availabilityZones, ["1", "2", "3"]);
    assert.ok(cluster.authorizedIpRanges.length > 0);
    assert.ok(cluster.entra && cluster.disableLocalAccounts);
    assert.deepEqual([protect, ephemeral], [true, false]);
  });

  it("pr is the smallest fleet, and ephemeral", async () => {
    const { nodePools, protect, ephemeral } = await planOf("pr");
    assert.deepEqual(
      nodePools.map(({ minCount, maxCount }) => [minCount, maxCount]),
      [[0, 1]],
    );
    assert.deepEqual([protect, ephemeral], [false, true]);
  });
});

describe("config block of Pulumi.yaml", () => {
  const declared = z
    .object({ config: z.record(z.string(), z.looseObject({ type: z.string(), default: z.unknown().optional() })) })
    .parse(parse(readFileSync(join(projectRoot, "Pulumi.yaml"), "utf8"))).config;
  const types: Readonly<Record<string, string>> = {
    group: "object",
    map: "object",
    list: "array",
    text: "string",
    "truth value": "boolean",
  };
  /** Keys of providers may not be typed there, and a declared key without a default is required. */
  const declarable = configurationKeys.children.filter(
    ({ name, meta }) => meta?.configKey === undefined && name !== "agentToken",
  );

  it("declares every key of the schema that can be declared, and no other", () => {
    assert.deepEqual(Object.keys(declared).sort(), declarable.map(({ name }) => name).sort());
  });

  for (const { name, kind, required, defaultValue } of declarable) {
    it(`gives ${name} the type and the default of the schema`, () => {
      assert.equal(declared[name]?.type, types[kind]);
      assert.deepEqual(declared[name]?.default, required ? undefined : defaultValue);
    });
  }
});
