import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { stackResources } from "../../sandbox/stackState";
import { record } from "../sandbox/azuredevops/fixture";
import { Clouds } from "../support/clouds";
import { issuePersonalAccessToken, setAgentToken, withPersonalAccessToken } from "../support/personalAccessTokens";
import { sandboxProcesses } from "../support/sandboxProcesses";
import { TestStack } from "../support/testStack";

describe("F98: secrets of a stack with a personal access token", function () {
  this.timeout("5m");
  let stack: TestStack;
  let clouds: Clouds;
  let token: string;
  let nextToken: string;
  /** What people and logs get to see, by where they see it. */
  const shown = new Map<string, string>();
  /** Must be nowhere in it. */
  const secrets = new Map<string, string>();

  before(async () => {
    stack = await TestStack.open("pr", withPersonalAccessToken);
    clouds = new Clouds(stack.paths);
    token = await issuePersonalAccessToken(clouds);
    nextToken = await issuePersonalAccessToken(clouds);
    await setAgentToken(stack, token);
    shown.set("preview --diff of a creation", await stack.run("preview", "--diff"));

    const commandLines = new Set<string>();
    const sampling = setInterval(() => {
      sandboxProcesses(stack.paths.root).forEach(({ commandLine }) => commandLines.add(commandLine));
    }, 250);
    // As people run it. With --json the engine would print the SDK's debug messages too, which hold outputs in clear.
    const up = stack.run("up", "--yes", "--skip-preview", "--diff").finally(() => clearInterval(sampling));
    shown.set("up --diff", await up);
    shown.set("command lines during up", [...commandLines].join("\n"));
  });
  after(() => stack.remove());

  before(async () => {
    shown.set("stack export", await stack.run("stack", "export"));
    shown.set("stack output", await stack.run("stack", "output", "--json"));
    shown.set(
      "state file",
      readFileSync(join(stack.paths.pulumi, "backend/.pulumi/stacks/aks-agents/pr.json"), "utf8"),
    );
    await setAgentToken(stack, nextToken);
    shown.set("preview --diff of a rotation", await stack.run("preview", "--diff"));
    shown.set("preview --json of a rotation", await stack.run("preview", "--json"));
    await setAgentToken(stack, token);
    shown.set("log of the agent", await agentLog());
    shown.set("log of the sandbox", readFileSync(stack.paths.serverLog, "utf8"));

    secrets.set("the token", token);
    secrets.set("the next token", nextToken);
    secrets.set("the token in base64", Buffer.from(token).toString("base64"));
    secrets.set("the password of the Windows administrator", await windowsPassword());
    for (const [field, value] of Object.entries(await kubeconfigUser())) {
      secrets.set(`the kubeconfig's ${field}`, String(value));
    }
  });

  it("the cluster has the token, as it is, in one Secret that pods mount as a file", async () => {
    const { core } = await clouds.kubernetes(String((await stack.outputs())["clusterId"]));
    const { items: found } = await core.listNamespacedSecret({ namespace: "agents-win22" });
    assert.equal(found.length, 1);
    assert.equal(Buffer.from(found[0]?.data?.["token"] ?? "", "base64").toString(), token);
    const { items: pods } = await core.listNamespacedPod({ namespace: "agents-win22" });
    const mounted = pods.flatMap(({ spec }) => spec?.volumes?.map(({ secret }) => secret?.secretName));
    assert.deepEqual(mounted, [found[0]?.metadata?.name]);
  });

  it("no identity and no member is made", () => {
    const types = stackResources(stack.paths, "pr").map(({ type }) => type);
    assert.deepEqual(
      types.filter((type) => /UserAssignedIdentity|ServicePrincipalEntitlement|FederatedIdentity/.test(type)),
      [],
    );
  });

  it("F97: a second preview shows no change", async () => {
    await stack.run("preview", "--expect-no-changes");
  });

  it("what is searched holds what it should", () => {
    assert.match(shown.get("command lines during up") ?? "", /kube-apiserver/);
    assert.match(shown.get("preview --diff of a rotation") ?? "", /win22-identity-token/);
    assert.match(shown.get("stack export") ?? "", /ManagedCluster/);
    assert.match(shown.get("log of the agent") ?? "", /Listening for Jobs/i);
    assert.ok([...secrets.values()].every((secret) => secret.length >= 20));
    assert.ok(secrets.size >= 5);
  });

  for (const place of [
    "preview --diff of a creation",
    "up --diff",
    "command lines during up",
    "stack export",
    "stack output",
    "state file",
    "preview --diff of a rotation",
    "preview --json of a rotation",
    "log of the agent",
    "log of the sandbox",
  ]) {
    it(`none is in: ${place}`, () => {
      const text = unescaped(shown.get(place) ?? assert.fail(`${place} was not looked at`));
      const found = [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
      assert.deepEqual(found, []);
    });
  }

  async function agentLog(): Promise<string> {
    const { core } = await clouds.kubernetes(String((await stack.outputs())["clusterId"]));
    const namespace = "agents-win22";
    // Every half hour there is a pod of the pruning job too.
    const labelSelector = "app.kubernetes.io/name=azure-pipelines-agent";
    const { items } = await core.listNamespacedPod({ namespace, labelSelector });
    return core.readNamespacedPodLog({ namespace, name: items[0]?.metadata?.name ?? "" });
  }

  async function windowsPassword(): Promise<string> {
    const { deployment } = record(JSON.parse(await stack.run("stack", "export", "--show-secrets")));
    const { resources } = record(deployment);
    assert.ok(Array.isArray(resources));
    const password = resources.map(record).find(({ type }) => /randomPassword/i.test(String(type)));
    const { plaintext } = record(record(password?.["outputs"])["result"]);
    return String(JSON.parse(String(plaintext)));
  }

  async function kubeconfigUser(): Promise<Record<string, unknown>> {
    const { kubeconfig } = record(JSON.parse(await stack.run("stack", "output", "--json", "--show-secrets")));
    const { users } = record(parse(String(kubeconfig)));
    assert.ok(Array.isArray(users));
    return record(record(users[0])["user"]);
  }
});

/** Go writes these characters of a text into JSON in another way. */
function unescaped(text: string): string {
  return text.replaceAll("\\u0026", "&").replaceAll("\\u003c", "<").replaceAll("\\u003e", ">");
}
