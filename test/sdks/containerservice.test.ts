import assert from "node:assert/strict";
import { containerservice } from "@pulumi/azure-native_containerservice_v20260201";
import * as packageFile from "@pulumi/azure-native_containerservice_v20260201/package.json";
import * as azureNative from "@pulumi/azure-native/package.json";
import { runResources } from "../support/runProgram";

describe("local package azure-native_containerservice_v20260201", () => {
  const args = {
    resourceGroupName: "group",
    resourceName: "cluster",
    agentPoolName: "win25a",
    osSKU: "Windows2025",
    orchestratorVersion: "1.35",
  };

  it("registers node pools with the token of the parameterised package", async () => {
    const run = await runResources({ stack: "sdk" }, () => {
      new containerservice.AgentPool("pool", args);
      return {};
    });
    const pool = run.registrations.find(({ name }) => name === "pool");
    assert.equal(run.error, undefined);
    assert.equal(pool?.type, "azure-native_containerservice_v20260201:containerservice:AgentPool");
    assert.equal(pool.packageName, "azure-native_containerservice_v20260201");
    assert.deepEqual(pool.inputs, args);
  });

  it("is served by the plugin version that the rest of the program uses", () => {
    assert.equal(packageFile.pulumi.name, "azure-native");
    assert.equal(packageFile.pulumi.version, azureNative.version);
  });

  it("names module and version in the parameter, as base64 of base64 of JSON", () => {
    const decode = (text: string) => Buffer.from(text, "base64").toString();
    const parameter: unknown = JSON.parse(decode(decode(packageFile.pulumi.parameterization.value)));
    assert.deepEqual(parameter, { module: "containerservice", version: "v20260201" });
  });

  for (const missing of ["resourceGroupName", "resourceName"] as const) {
    it(`refuses a node pool without ${missing}`, () => {
      assert.throws(
        () => new containerservice.AgentPool("pool", { ...args, [missing]: undefined }),
        new RegExp(`Missing required property '${missing}'`),
      );
    });
  }
});
