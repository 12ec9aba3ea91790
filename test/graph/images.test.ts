import assert from "node:assert/strict";
import { at } from "../support/propertyValues";
import { configWith, graphOf, types, type Graph } from "./graph";

const imageOf = (graph: Graph, deployment: string) =>
  String(at(graph.named(`${deployment}-deployment`).inputs, "spec.template.spec.containers.0.image"));

describe("graph: images of the agents", () => {
  let dual: Graph;
  let own: Graph;
  before(async () => {
    dual = await graphOf({ stack: "dual" });
    const agents = [
      { name: "net", os: "windows2022", imageContext: "samples/agent-dotnet" },
      { name: "linux", os: "linux" },
    ];
    own = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:agents": agents }) });
  });

  it("are built once for each operating system, from the pinned base, for agents that are named", () => {
    const builds = dual.ofType(types.imageBuild).map(({ inputs }) => inputs);
    assert.deepEqual(builds.map(({ repository, os, baseImage }) => [repository, os, baseImage]).sort(), [
      ["agents/linux", "Linux", "docker.io/library/ubuntu:24.04"],
      ["agents/windows2022", "Windows", "mcr.microsoft.com/windows/servercore:ltsc2022"],
      ["agents/windows2025", "Windows", "mcr.microsoft.com/windows/servercore:ltsc2025"],
    ]);
    const deployments = dual.ofType(types.deployment).map(({ name }) => name.replace("-deployment", ""));
    assert.deepEqual(builds.flatMap(({ usedBy }) => usedBy as string[]).sort(), deployments.sort());
  });

  it("need the registry and nothing of the cluster", () => {
    for (const build of dual.ofType(types.imageBuild)) {
      const needed = [...dual.needs(build)].map(({ type }) => type);
      assert.ok(needed.includes(types.registry));
      assert.ok(!needed.includes(types.managedCluster), build.name);
    }
  });

  it("run by digest, and outlive the agents that run them", () => {
    for (const [deployment, build] of [
      ["linux-a", "linux-image-build"],
      ["win22-a", "windows2022-image-build"],
    ] as const) {
      const { inputs } = dual.named(build);
      const digest = `sha256:${String(inputs["tag"]).padStart(64, "0")}`;
      const reference = `${String(inputs["loginServer"])}/${String(inputs["repository"])}@${digest}`;
      assert.equal(imageOf(dual, deployment), reference);
      assert.ok(dual.needs(dual.named(`${deployment}-deployment`)).has(dual.named(build)));
    }
  });

  it("of a class with a folder are built from the program's own, by digest", () => {
    const build = own.named("net-windows2022-image-build");
    const { inputs } = build;
    assert.equal(inputs["repository"], "agents/classes/net");
    assert.equal(inputs["baseArgument"], "BASE");
    assert.match(String(inputs["baseImage"]), /\.azurecr\.io\/agents\/windows2022@sha256:[0-9a-f]{64}$/);
    assert.ok(own.needs(build).has(own.named("windows2022-image-build")));
    assert.match(imageOf(own, "net-a"), /\/agents\/classes\/net@sha256:/);
  });

  it("are expected in the registry at the program's version where builds are turned off", async () => {
    const config = configWith("pr", { "aks-agents:imageBuilds": { agentImages: false } });
    const off = await graphOf({ stack: "pr", config });
    assert.deepEqual(off.ofType(types.imageBuild), []);
    assert.match(imageOf(off, "win22-a"), /^registryacr[0-9a-f]{8}\.azurecr\.io\/agents\/windows2022:\d+\.\d+\.\d+$/);
  });

  it("hold no secret and no path of this machine", () => {
    for (const { inputs } of [...dual.ofType(types.imageBuild), ...own.ofType(types.imageBuild)]) {
      assert.ok(!JSON.stringify(inputs).includes(process.cwd()));
    }
  });

  it("tell jobs where they are built", () => {
    const env = at(dual.named("linux-a-deployment").inputs, "spec.template.spec.containers.0.env");
    assert.ok(Array.isArray(env));
    const variable: unknown = env.find((each: unknown) => at(each, "name") === "FLEET_REGISTRY");
    assert.match(String(at(variable, "value")), /\/Microsoft\.ContainerRegistry\/registries\/registryacr/);
  });
});
