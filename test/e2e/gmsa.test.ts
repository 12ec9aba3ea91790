import assert from "node:assert/strict";
import { record } from "../sandbox/azuredevops/fixture";
import { Clouds } from "../support/clouds";
import { TestStack } from "../support/testStack";
import { gmsaDomain } from "../support/gmsaDomain";

const small = { name: "win22", os: "windows2022", nodes: { max: 1 }, jobTimeoutMinutes: 15, replicas: 0 };
const gmsa = {
  account: "agents",
  domain: gmsaDomain,
  keyVault: {
    id: "/subscriptions/00000000-0000-4000-8000-000000000001/resourceGroups/aks-agents-pr/providers/Microsoft.KeyVault/vaults/contoso-domain",
    secretName: "reader",
  },
};

describe("a class with a group managed service account", function () {
  this.timeout("5m");
  let stack: TestStack;
  before(async () => {
    stack = await TestStack.open("pr", { "aks-agents:agents": [small] });
    await stack.up();
  });
  after(() => stack.remove());

  it("is refused in the preview on a cluster that was made without, which the provider would replace", async () => {
    stack.configure({ "aks-agents:agents": [{ ...small, gmsa }] });
    const { exitCode, stdout, stderr } = await stack.tryRun("preview");
    assert.notEqual(exitCode, 0);
    assert.match(
      `${stdout}${stderr}`,
      /az aks update --resource-group aks-agents-pr --name aks-agents-pr --enable-windows-gmsa/,
    );
  });

  it("comes up once the command has run, and nothing is replaced for it", async () => {
    const cluster = "providers/Microsoft.ContainerService/managedClusters/aks-agents-pr";
    // What `az aks update --enable-windows-gmsa` does.
    await new Clouds(stack.paths).changeAzure("aks-agents-pr", cluster, "2025-09-01", (resource) => {
      const properties = record(resource["properties"]);
      const windowsProfile = { ...record(properties["windowsProfile"]), gmsaProfile: { enabled: true } };
      return { ...resource, properties: { ...properties, windowsProfile } };
    });
    const changes = (await stack.previewChanges()).map(({ op, name }) => `${op} ${name}`);
    assert.deepEqual(
      changes.filter((change) => change.includes("replace") || change.includes("delete")),
      [],
    );
    await stack.up();
    assert.deepEqual(await stack.previewChanges(), []);
  });
});
