import assert from "node:assert/strict";
import { type Answer, errorCode, field, group } from "../../armFixture";
import { api, registryId, TaskFixture } from "./taskFixture";

const outcome = (answer: Answer) => [answer.status, errorCode(answer)];
const abac = { roleAssignmentMode: "AbacRepositoryPermissions" };
const caller = { credentials: { sourceRegistry: { identity: "[caller]" } } };
const failed = ["Failed", "failed during run, err: exit status 1"];
const noCredential = /\r\nwhen specifying push, at least one credential is required\r\n/;
const repositoryWriter = "2a1e307c-b015-4ebd-883e-5b7698a07328";

describe("builds that a registry's tasks do not take", () => {
  const tasks = new TaskFixture();
  before(() => tasks.start());
  after(() => tasks.arm.stop());

  for (const [what, more, code] of [
    ["four cores", { agentConfiguration: { cpu: 4 } }, "InvalidInputValue"],
    ["an unknown field", { colour: "red" }, "InvalidRequestContent"],
    ["no Dockerfile", { dockerFilePath: undefined }, "InvalidRequestContent"],
    ["an unknown operating system", { platform: { os: "Plan9" } }, "InvalidRequestContent"],
    ["an unknown architecture", { platform: { os: "Linux", architecture: "riscv64" } }, "InvalidRequestContent"],
    ["a time-out below five minutes", { timeout: 299 }, "InvalidRequestContent"],
    ["a time-out above eight hours", { timeout: 28_801 }, "InvalidRequestContent"],
    ["F107: Windows on arm64", { platform: { os: "Windows", architecture: "arm64" } }, "InvalidInputValue"],
    ["a variant of amd64", { platform: { os: "Linux", architecture: "amd64", variant: "v8" } }, "InvalidInputValue"],
    ["F107: Windows on an agent pool", { platform: { os: "Windows" }, agentPoolName: "pool1" }, "InvalidInputValue"],
    ["an agent pool that is not there", { agentPoolName: "pool1" }, "InvalidInputValue"],
    ["an image name in capitals", { imageNames: ["Web:1"] }, "InvalidInputValue"],
    ["an image name with a space", { imageNames: ["web site:1"] }, "InvalidInputValue"],
    ["a variable of a trigger", { imageNames: ["web:{{.Run.Commit}}"] }, "InvalidInputValue"],
    ["a context that was not uploaded", { sourceLocation: "source/202603011000/none.tar.gz" }, "InvalidInputValue"],
    ["a context outside the uploads", { sourceLocation: "../../key.json" }, "InvalidInputValue"],
    ["a context in a repository", { sourceLocation: "https://github.com/org/app.git" }, "NotEmulated"],
    ["an image of another registry", { imageNames: ["other4711.azurecr.io/web:1"] }, "NotEmulated"],
    ["a task file", { type: "FileTaskRunRequest" }, "NotEmulated"],
    ["the identity of a task", { credentials: { sourceRegistry: { identity: "[system]" } } }, "InvalidInputValue"],
  ] as const) {
    it(`refuses ${what}`, async () => {
      assert.deepEqual(outcome(await tasks.schedule(more)), [400, code]);
    });
  }

  for (const [apiVersion, what, more] of [
    ["2019-06-01-preview", "the identity of the source registry", caller],
    ["2019-04-01", "an agent pool", { agentPoolName: "pool1" }],
    ["2019-04-01", "386", { platform: { os: "Linux", architecture: "386" } }],
    ["2018-09-01", "arm64", { platform: { os: "Linux", architecture: "arm64" } }],
  ] as const) {
    it(`API version ${apiVersion} does not have ${what}`, async () => {
      assert.deepEqual(outcome(await tasks.schedule(more, apiVersion)), [400, "InvalidRequestContent"]);
    });
  }

  it("API versions of the registry do not have the action", async () => {
    assert.deepEqual(outcome(await tasks.schedule({}, "2025-11-01")), [400, "NoRegisteredProviderFound"]);
  });

  it("takes all API versions of the tasks", async () => {
    for (const apiVersion of ["2018-09-01", "2019-04-01", "2019-06-01-preview", api]) {
      assert.equal((await tasks.schedule({}, apiVersion)).status, 200);
    }
  });
});

describe("F108: a subscription that may not run tasks", () => {
  const tasks = new TaskFixture();
  before(() => tasks.start({ tasksAllowed: false }));
  after(() => tasks.arm.stop());

  it("takes the upload and refuses the run", async () => {
    const answer = await tasks.schedule();
    assert.equal(answer.status, 400);
    assert.deepEqual(field(answer.body, "error"), {
      code: "TasksOperationsNotAllowed",
      message:
        "ACR Tasks requests for the registry agents4711 and 00000000-0000-4000-8000-000000000001 are not permitted. Please file an Azure support request at http://aka.ms/azuresupport for assistance.",
      target: "request",
    });
  });
});

describe("builds that fail for the way to their registry", () => {
  const tasks = new TaskFixture();
  afterEach(() => tasks.arm.stop());

  const writer = async () =>
    tasks.arm.send(
      "PUT",
      `${registryId}/providers/Microsoft.Authorization/roleAssignments/${assignment}`,
      "2022-04-01",
      {
        properties: {
          roleDefinitionId: `${group.split("/resourceGroups")[0] ?? ""}/providers/Microsoft.Authorization/roleDefinitions/${repositoryWriter}`,
          principalId: tasks.arm.directory.deployer.objectId,
          principalType: "ServicePrincipal",
        },
      },
    );
  const assignment = "11111111-2222-4333-8444-555555555555";

  for (const [what, properties] of [
    ["without public access", { publicNetworkAccess: "Disabled" }],
    ["with rules for its callers", { networkRuleSet: { defaultAction: "Deny" } }],
    [
      "that lets tasks pass, but no service of Azure",
      { publicNetworkAccess: "Disabled", networkRuleBypassAllowedForTasks: true, networkRuleBypassOptions: "None" },
    ],
  ] as const) {
    it(`a registry ${what} does not let the build in`, async () => {
      await tasks.start({}, properties);
      assert.deepEqual(await tasks.outcome(), failed);
      const refusal = /failed to login, ran out of retries: .* denied: client with IP '[\d.]+' is not allowed access/;
      assert.match(await tasks.log("ca1"), refusal);
    });
  }

  it("a closed registry that lets tasks pass is pushed to", async () => {
    await tasks.start({}, { publicNetworkAccess: "Disabled", networkRuleBypassAllowedForTasks: true });
    assert.equal((await tasks.outcome())[0], "Succeeded");
  });

  it("F105: an ABAC registry wants the caller named", async () => {
    await tasks.start({}, abac);
    assert.deepEqual(await tasks.outcome(), failed);
    assert.match(await tasks.log("ca1"), noCredential);
    assert.equal((await tasks.outcome({ isPushEnabled: false }))[0], "Succeeded");
  });

  it("F105: the caller needs a role on the repositories of an ABAC registry", async () => {
    await tasks.start({}, abac);
    assert.deepEqual(await tasks.outcome(caller), failed);
    assert.match(await tasks.log("ca1"), /unauthorized: authentication required/);
    assert.equal(tasks.builder.orders.at(-1)?.push, false);
    assert.equal((await writer()).status, 201);
    assert.equal((await tasks.outcome(caller))[0], "Succeeded");
  });

  it("a registry in the other mode knows no caller", async () => {
    await tasks.start();
    assert.deepEqual(await tasks.outcome(caller), failed);
    assert.match(await tasks.log("ca1"), noCredential);
  });

  it("a build that does not sign in cannot push", async () => {
    await tasks.start();
    assert.deepEqual(await tasks.outcome({ credentials: { sourceRegistry: { loginMode: "None" } } }), failed);
    assert.match(await tasks.log("ca1"), noCredential);
  });
});
