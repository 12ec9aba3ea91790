import assert from "node:assert/strict";
import { at, reveal, SecretValue } from "../support/propertyValues";
import { clearTexts } from "./clearTexts";
import { configWith, graphOf, stacks, types, type Graph } from "./graph";

const token = "CANARY-PERSONAL-ACCESS-TOKEN-0123456789abcdefghijklmnop";

describe("graph: agents", () => {
  let dev: Graph;
  let dual: Graph;
  let pr: Graph;
  before(async () => {
    dev = await graphOf({ stack: "dev" });
    dual = await graphOf({ stack: "dual" });
    pr = await graphOf({ stack: "pr" });
  });

  it("every Windows pod is complete: system, RuntimeClass, selector, toleration, user", () => {
    const windows = dual.ofType(types.deployment).filter(({ name }) => name.startsWith("win"));
    assert.equal(windows.length, 2);
    for (const { name, inputs } of windows) {
      const spec = at(inputs, "spec.template.spec");
      assert.equal(at(spec, "os.name"), "windows", name);
      assert.match(String(at(spec, "runtimeClassName")), /^windows-20(22|25)$/);
      assert.equal(at(spec, "nodeSelector", "kubernetes.io/os"), "windows");
      const tolerations = at(spec, "tolerations");
      assert.ok(Array.isArray(tolerations));
      assert.ok(tolerations.some((toleration: unknown) => at(toleration, "key") === "os"));
      assert.equal(typeof at(spec, "securityContext.windowsOptions.runAsUserName"), "string");
      assert.equal(at(spec, "containers.0.securityContext"), undefined);
    }
  });

  it("F22: rollouts of Windows agents may take as long as the first pull, and Pulumi waits at least as long", () => {
    const seconds = (text = "0m") => Number(text.replace("m", "")) * 60;
    for (const { name, inputs, customTimeouts } of dual.ofType(types.deployment)) {
      const deadline = Number(at(inputs, "spec.progressDeadlineSeconds"));
      const grace = Number(at(inputs, "spec.template.spec.terminationGracePeriodSeconds"));
      assert.ok(!name.startsWith("win") || deadline >= 1800, name);
      assert.ok(seconds(customTimeouts.create) >= deadline, name);
      assert.ok(seconds(customTimeouts.update) >= deadline, name);
      assert.ok(seconds(customTimeouts.delete) >= grace, name);
    }
  });

  it("at most one agent of a class is disturbed at a time", () => {
    for (const deployment of dev.ofType(types.deployment)) {
      const budget = dev.named(deployment.name.replace("-deployment", "-budget"));
      assert.equal(at(budget.inputs, "spec.maxUnavailable"), 1);
      assert.deepEqual(
        at(budget.inputs, "spec.selector.matchLabels"),
        at(deployment.inputs, "spec.template.metadata.labels"),
      );
      assert.deepEqual(at(budget.inputs, "spec.selector"), at(deployment.inputs, "spec.selector"));
    }
  });

  it("the image is the one that is named", async () => {
    const image = "contoso.azurecr.io/own/agent:ltsc2022-7";
    const agents = [{ name: "win22", os: "windows2022", image }];
    const own = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:agents": agents }) });
    assert.equal(at(own.named("win22-a-deployment").inputs, "spec.template.spec.containers.0.image"), image);
  });

  it("each class has an identity that only its own service account can be", () => {
    const credentials = dev.ofFleet(types.federation).map(({ inputs }) => inputs);
    assert.deepEqual(credentials.map(({ subject }) => subject).sort(), [
      "system:serviceaccount:agents-linux:agent",
      "system:serviceaccount:agents-win22:agent",
    ]);
    assert.equal(new Set(credentials.map(({ resourceName }) => resourceName)).size, 2);
    for (const { audiences, issuer } of credentials) {
      assert.deepEqual(audiences, ["api://AzureADTokenExchange"]);
      assert.equal(issuer, "https://oidc.example/issuer/");
    }
  });

  it("an identity is a member by its principal, and Administrator of its own pool by its membership", () => {
    for (const role of dev.ofType(types.role)) {
      const agentClass = role.name.split("-")[0] ?? "";
      const member = dev.named(`${agentClass}-identity-member`);
      assert.match(String(member.inputs["originId"]), new RegExp(`^principal of ${agentClass}-identity-identity`));
      assert.equal(role.inputs["identityId"], `${agentClass}-identity-member-id`);
      assert.equal(role.inputs["roleName"], "Administrator");
      assert.equal(role.inputs["scope"], "distributedtask.agentpoolrole");
      assert.ok(dev.needs(role).has(dev.named(`${agentClass}-devops-pool`)));
    }
    assert.equal(dev.ofType(types.role).length, 2);
  });

  it("no identity of an agent has a role in Azure", () => {
    const principals = dual.ofType(types.roleAssignment).map(({ inputs }) => inputs["principalId"]);
    assert.deepEqual(principals, ["kubelet-object-id"]);
  });

  it("F60: pool, queue and permission, with the queue's id", async () => {
    const azureDevOps = { project: "fleet", pipelines: "all" };
    const open = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:azureDevOps": azureDevOps }) });
    const [queue, permission] = [open.named("win22-devops-queue"), open.named("win22-devops-all-pipelines")];
    assert.equal(typeof queue.inputs["agentPoolId"], "number");
    assert.equal(permission.inputs["type"], "queue");
    assert.ok(open.needs(permission).has(queue));
    assert.notEqual(permission.inputs["resourceId"], String(queue.inputs["agentPoolId"]));
    assert.equal("pipelineId" in permission.inputs, false);
  });

  it("F10, F61: agent pools carry the stack's name and do not update their agents", () => {
    assert.deepEqual(
      dev.ofType(types.agentPool).map(({ inputs }) => inputs),
      [
        { name: "aks-agents-dev-win22", autoUpdate: false, autoProvision: false },
        { name: "aks-agents-dev-linux", autoUpdate: false, autoProvision: false },
      ],
    );
  });

  it("only listed pipelines are authorised, or none", async () => {
    const azureDevOps = { project: "fleet", pipelines: [12, 34] };
    const listed = await graphOf({
      stack: "dev",
      config: configWith("dev", { "aks-agents:azureDevOps": azureDevOps }),
    });
    const permissions = listed
      .ofType(types.pipelineAuthorization)
      .map(({ name, inputs }) => [name, inputs["pipelineId"]]);
    assert.deepEqual(permissions.filter(([name]) => String(name).startsWith("win22")).sort(), [
      ["win22-devops-pipeline-12", 12],
      ["win22-devops-pipeline-34", 34],
    ]);

    const none = { project: "fleet", pipelines: "none" };
    const asking = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:azureDevOps": none }) });
    assert.deepEqual(asking.ofFleet(types.pipelineAuthorization), []);
  });

  it("an existing agent pool is looked up, with its queue", async () => {
    const agentPool = { existing: { win22: "Shared Windows" } };
    const azureDevOps = { project: "fleet", agentPool, pipelines: "all" };
    const graph = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:azureDevOps": azureDevOps }) });
    assert.deepEqual(
      graph.ofType(types.agentPool).map(({ name }) => name),
      ["linux-devops-pool"],
    );
    assert.equal(graph.named("win22-identity-role").inputs["resourceId"], "77");
    assert.equal(graph.named("win22-devops-all-pipelines").inputs["resourceId"], "88");
    assert.equal(at(graph.run.outputs, "agentClasses.win22.queueId"), "88");
  });

  it("namespaces hold Linux agents to the restricted standard and Windows agents to baseline", () => {
    const enforced = (name: string) =>
      at(dev.named(name).inputs, "metadata.labels", "pod-security.kubernetes.io/enforce");
    assert.equal(enforced("linux-identity-namespace"), "restricted");
    assert.equal(enforced("win22-identity-namespace"), "baseline");
  });

  it("no pod gets a token for the cluster's API", () => {
    for (const { name, inputs } of dev.ofType(types.serviceAccount)) {
      assert.equal(inputs["automountServiceAccountToken"], false, name);
    }
  });

  it("F43: in an ephemeral stack what has no life outside the cluster goes with it, elsewhere nothing does", async () => {
    const cluster = pr.only(types.managedCluster).urn;
    const gone = pr.all.filter(({ custom, deletedWith }) => custom && deletedWith !== undefined);
    assert.deepEqual([...new Set(gone.map(({ deletedWith }) => deletedWith))], [cluster]);
    assert.deepEqual(gone.map(({ name }) => name).sort(), [
      "win22-identity-account",
      "win22-identity-namespace",
      "win22-pruning-binding",
      "win22-pruning-job",
      "win22-pruning-role",
      "win22a-pool",
      "windows-2022-class",
    ]);
    for (const stack of stacks.filter((name) => name !== "pr")) {
      const { all } = await graphOf({ stack });
      assert.deepEqual(
        all.filter(({ deletedWith }) => deletedWith !== undefined),
        [],
        stack,
      );
    }
  });

  it("during a hand-over both generations run, on one agent pool and with one identity", async () => {
    const agents = [{ name: "win22", os: "windows2022", generation: "b", previous: { generation: "a" } }];
    const graph = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:agents": agents }) });
    assert.deepEqual(
      graph
        .ofType(types.deployment)
        .map(({ name }) => name)
        .sort(),
      ["win22-a-deployment", "win22-b-deployment"],
    );
    assert.deepEqual(
      graph
        .ofType(types.nodePool)
        .map(({ name }) => name)
        .sort(),
      ["win22a-pool", "win22b-pool"],
    );
    for (const type of [types.agentPool, types.identity, types.namespace, types.serviceAccount]) {
      assert.equal(graph.ofFleet(type).length, 1, type);
    }
    assert.equal(at(graph.run.outputs, "agentClasses.win22.deployment"), "win22-b");
  });

  describe("with one existing identity for all classes", () => {
    const existing =
      "/subscriptions/bbbbbbbb-0000-0000-0000-000000000000/resourceGroups/shared/providers/Microsoft.ManagedIdentity/userAssignedIdentities/builders";
    let graph: Graph;
    before(async () => {
      const azureDevOps = { project: "fleet", agentIdentity: { existing } };
      graph = await graphOf({ stack: "dual", config: configWith("dual", { "aks-agents:azureDevOps": azureDevOps }) });
    });

    it("its federated credentials are written one after the other", () => {
      const credentials = graph.ofType(types.federation);
      assert.equal(credentials.length, 3);
      for (const [index, credential] of credentials.entries()) {
        assert.deepEqual(
          [credential.inputs["resourceGroupName"], credential.inputs["resourceName"]],
          ["shared", "builders"],
        );
        const earlier = credentials.slice(0, index);
        assert.deepEqual(
          earlier.filter((other) => !graph.needs(credential).has(other)),
          [],
        );
      }
    });

    it("it is found where it is, and neither its membership nor its role is managed", () => {
      assert.deepEqual([...graph.ofType(types.member), ...graph.ofType(types.role)], []);
      for (const identity of graph.ofType(types.identity)) {
        assert.equal(identity.read, true);
        assert.equal(identity.inputs["id"], existing);
        const provider = graph.all.find(({ urn }) => urn === identity.provider);
        assert.equal(provider?.inputs["subscriptionId"], "bbbbbbbb-0000-0000-0000-000000000000");
      }
    });
  });

  describe("with a personal access token", () => {
    let graph: Graph;
    before(async () => {
      const config = configWith("dev", {
        "aks-agents:azureDevOps": {
          project: "fleet",
          authentication: "personalAccessToken",
          personalAccessTokenExpires: "2099-12-31",
        },
        "aks-agents:agentToken": token,
      });
      graph = await graphOf({ stack: "dev", config, secretKeys: ["aks-agents:agentToken"] });
    });

    it("there is a Secret per class and no identity", () => {
      const identities = [types.identity, types.federation, types.member, types.role].flatMap((type) =>
        graph.ofFleet(type),
      );
      assert.deepEqual(identities, []);
      const secrets = graph.ofType(types.secret);
      assert.equal(secrets.length, 2);
      for (const { inputs } of secrets) {
        assert.ok(inputs["stringData"] instanceof SecretValue);
        assert.deepEqual(reveal(inputs["stringData"]), { token });
        assert.equal(at(inputs, "metadata.name"), undefined);
      }
    });

    it("F98: the token stands nowhere in clear", () => {
      const shown = [...graph.all.map(({ inputs }) => inputs), graph.run.outputs, graph.run.logs].flatMap(clearTexts);
      assert.deepEqual(
        shown.filter((text) => text.includes(token)),
        [],
      );
    });

    it("the Secret outlives the last pod that reads it", () => {
      for (const deployment of graph.ofType(types.deployment)) {
        const agentClass = deployment.name.split("-")[0] ?? "";
        assert.ok(graph.needs(deployment).has(graph.named(`${agentClass}-identity-token`)));
      }
    });
  });
});
