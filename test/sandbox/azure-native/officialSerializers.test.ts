import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { requestBody } from "../../../sandbox/azure-native/shapes/requestBody";
import { SdkTypings } from "../../../sandbox/azure-native/shapes/sdkTypings";
import { azureNativeProvider } from "../../../sandbox/azure-native/azureNativeProvider";
import { pathParameters } from "../../../sandbox/azure-native/resourceId";
import { resourceShapes } from "../../../sandbox/azure-native/resourceShapes";
import { resourceTypes } from "../../../sandbox/azure-native/resourceTypes";
import { nestedPlacements } from "../../../sandbox/azure-native/types/nestedPlacements";
import type { Properties } from "../../../sandbox/engine/provider/resourceProvider";
import { isRecord, reveal } from "../../support/propertyValues";
import type { Registration } from "../../support/registration";
import { runProgram } from "../../support/runProgram";
import { projectRoot } from "../../support/stackConfig";
import { cluster, clusterToken, poolToken, windowsPool } from "./examples";
import { brokenLimits } from "./officialLimits";
import { officialClients } from "./officialClients";

const typings = new SdkTypings(nestedPlacements);
const provider = azureNativeProvider({
  armUrl: "http://127.0.0.1:9",
  subscriptionId: "00000000-0000-4000-8000-000000000001",
  tenantId: "t",
  clientId: "c",
  objectId: "o",
  accessToken: async () => "",
});
const stacks = readdirSync(projectRoot).flatMap((file) => /^Pulumi\.(\w+)\.yaml$/.exec(file)?.[1] ?? []);

function bodyOf(token: string, inputs: Properties): Properties {
  const spec = resourceTypes.get(token);
  assert.ok(spec, `the provider has no type ${token}`);
  return requestBody(resourceShapes(spec, typings).body, inputs);
}

/** Passes a body through every official client of the type; whatever one of them loses or changes is an error. */
async function judge(token: string, body: Properties): Promise<void> {
  const clients = officialClients.get(token);
  assert.ok(clients, `no official client for ${token}`);
  for (const roundTrip of clients) {
    assert.deepEqual(kept(body, await roundTrip(body)), body);
  }
  const model = /^azure-native.*containerservice.*:(ManagedCluster|AgentPool|MaintenanceConfiguration)$/.exec(
    token,
  )?.[1];
  assert.deepEqual(model === undefined ? [] : await brokenLimits(model, body), []);
}

/** What a client has kept of a body: a client also adds defaults of its own. */
function kept(body: unknown, written: unknown): unknown {
  if (Array.isArray(body) && Array.isArray(written)) {
    return written.map((entry, index) => kept(body[index], entry));
  }
  return isRecord(body) && isRecord(written)
    ? Object.fromEntries(
        Object.entries(written).flatMap(([key, value]) => (key in body ? [[key, kept(body[key], value)]] : [])),
      )
    : written;
}

describe("bodies of requests to Azure Resource Manager and the official clients' serializers", () => {
  for (const stack of stacks) {
    describe(`stack ${stack}`, () => {
      let registrations: readonly Registration[] = [];
      before(async () => {
        const run = await runProgram({ stack });
        assert.equal(run.error, undefined);
        registrations = run.registrations.filter(({ type, read }) => /^azure-native[_:]/.test(type) && !read);
      });

      it("the program registers Azure resources", () => assert.notEqual(registrations.length, 0));

      it("every body comes out of them as it went in", async () => {
        for (const { type, inputs, urn } of registrations) {
          await assert.doesNotReject(judge(type, bodyOf(type, plainInputs(inputs))), urn);
        }
      });

      it("no input is left out of the body, at any depth", () => {
        for (const { type, inputs, urn } of registrations) {
          const parameters = pathParameters(resourceTypes.get(type)?.path ?? "");
          const wanted = Object.entries(plainInputs(inputs)).filter(([name]) => !parameters.includes(name));
          const body = bodyOf(type, plainInputs(inputs));
          assert.equal(leafCount(body), leafCount(Object.fromEntries(wanted)), urn);
        }
      });

      it("the provider's own check has no objection", async () => {
        for (const { type, name, urn, inputs } of registrations) {
          const request = { urn, name, oldInputs: {}, inputs: plainInputs(inputs), randomSeed: new Uint8Array([1]) };
          const result = await provider.resourceType(type)?.check(request);
          assert.deepEqual(result?.failures, [], urn);
        }
      });
    });
  }

  const pool = bodyOf(poolToken, windowsPool);
  const properties = isRecord(pool["properties"]) ? pool["properties"] : {};

  it("judge a good body good", () => judge(clusterToken, bodyOf(clusterToken, { ...cluster, location: "westeurope" })));

  it("refuse a property that nobody knows", () =>
    assert.rejects(judge(poolToken, { properties: { ...properties, osSku: "Windows2022" } })));

  it("refuse a property that is read-only", () =>
    assert.rejects(judge(poolToken, { properties: { ...properties, nodeImageVersion: "x" } })));

  it("refuse a value out of range", () =>
    assert.rejects(judge(poolToken, { properties: { ...properties, osDiskSizeGB: 4096 } }), /InclusiveMaximum 2048/));
});

function leafCount(value: unknown): number {
  const entries = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return entries.length === 0 ? 1 : entries.map(leafCount).reduce((sum, count) => sum + count);
}

function plainInputs(inputs: Registration["inputs"]): Properties {
  const plain = reveal(inputs);
  return isRecord(plain) ? plain : {};
}
