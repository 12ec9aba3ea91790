import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { PullingNode } from "../../../../sandbox/kubernetes/kubelet/imageSource";
import { ArmFixture, field, group, subscription } from "../armFixture";
import { clusterBody } from "../bodies";

const registry = `${group}/providers/Microsoft.ContainerRegistry/registries/agents4711`;
const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/aks`;
const location = "westeurope";
const roles = {
  AcrPull: "7f951dda-4ed3-4680-a7ca-43fe172d538d",
  AcrDelete: "c2f4ef07-c644-48eb-af81-4b1b4947fb11",
  Contributor: "b24988ac-6180-42a0-ab88-20f7382dd24c",
  repositoryReader: "b93aa761-3e63-49ed-ac28-beffa264f7ac",
};
const win22: PullingNode = { osType: "windows", windowsBuild: "10.0.20348" };
const win25: PullingNode = { osType: "windows", windowsBuild: "10.0.26100" };
const linux: PullingNode = { osType: "linux" };
const built = {
  windows2022: { os: "windows", osVersion: "10.0.20348" },
  windows2025: { os: "windows", osVersion: "10.0.26100" },
  linux: { os: "linux" },
} as const;
const reference = (name: string) => `agents4711.azurecr.io/agents/${name}`;

describe("what nodes pull from the registries", () => {
  let arm: ArmFixture;
  let laid: string[] = [];
  let contentProblem: Error | undefined;

  beforeEach(async () => {
    laid = [];
    contentProblem = undefined;
    arm = await ArmFixture.start({
      imageContents: {
        copy: async () => undefined,
        remove: async () => undefined,
        pull: async () => {
          if (contentProblem !== undefined) {
            throw contentProblem;
          }
          return {
            workingDirectory: "/azp",
            environment: { LANG: "C.UTF-8" },
            lay: async (folder) => {
              laid.push(folder);
            },
          };
        },
      },
    });
    await arm.send("PUT", group, "2024-03-01", { location });
    await arm.run("PUT", registry, "2025-11-01", { location, sku: { name: "Basic" } });
    await arm.run("PUT", cluster, "2025-09-01", clusterBody());
    for (const [name, origin] of Object.entries(built)) {
      const digest = `sha256:${createHash("sha256").update(name).digest("hex")}`;
      arm.registryImages.put(registry, { repository: `agents/${name}`, digest, kind: "built", ...origin }, "1.0.0");
    }
  });

  afterEach(() => arm.stop());

  async function identity(path: string): Promise<string> {
    const { body } = await arm.send("GET", cluster, "2025-09-01");
    return String(field(body, path));
  }

  async function assign(
    roleId: string,
    scope = registry,
    principal = "properties.identityProfile.kubeletidentity.objectId",
  ) {
    const { status } = await arm.send(
      "PUT",
      `${scope}/providers/Microsoft.Authorization/roleAssignments/11111111-2222-4333-8444-555555555555`,
      "2022-04-01",
      {
        properties: {
          roleDefinitionId: `${subscription}/providers/Microsoft.Authorization/roleDefinitions/${roleId}`,
          principalId: await identity(principal),
          principalType: "ServicePrincipal",
        },
      },
    );
    assert.equal(status, 201);
  }

  async function refusal(image: string, node: PullingNode) {
    const answer = await arm.images.pull(cluster, image, node);
    assert.ok(answer?.kind === "refused", `${image} was not refused`);
    return answer;
  }

  async function pulled(image: string, node: PullingNode) {
    const answer = await arm.images.pull(cluster, image, node);
    assert.ok(answer?.kind === "pulled", JSON.stringify(answer));
    return answer;
  }

  it("gives the image's content to a node whose kubelet may pull", async () => {
    await assign(roles.AcrPull);
    const { imageId, lay } = await pulled(reference("windows2022:1.0.0"), win22);
    assert.match(imageId, /^agents4711\.azurecr\.io\/agents\/windows2022@sha256:[0-9a-f]{64}$/);
    await lay?.("/somewhere");
    assert.deepEqual(laid, ["/somewhere"]);
  });

  it("says what the image says about its containers", async () => {
    await assign(roles.AcrPull);
    const { workingDirectory, environment } = await pulled(reference("linux:1.0.0"), linux);
    assert.deepEqual({ workingDirectory, environment }, { workingDirectory: "/azp", environment: { LANG: "C.UTF-8" } });
  });

  it("finds the image by its digest too", async () => {
    await assign(roles.AcrPull);
    const { imageId } = await pulled(reference("linux:1.0.0"), linux);
    assert.equal((await pulled(imageId, linux)).imageId, imageId);
  });

  it("F47: refuses a node whose kubelet has no role, in the words of the registry", async () => {
    const { message, permanent } = await refusal(reference("linux:1.0.0"), linux);
    assert.equal(
      message,
      'failed to pull and unpack image "agents4711.azurecr.io/agents/linux:1.0.0": failed to resolve reference "agents4711.azurecr.io/agents/linux:1.0.0": failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://agents4711.azurecr.io/oauth2/token?scope=repository%3Aagents%2Flinux%3Apull&service=agents4711.azurecr.io: 401 Unauthorized',
    );
    assert.equal(permanent, undefined, "a role may come later");
  });

  it("F47: a role of the cluster's own identity does not count", async () => {
    await assign(roles.AcrPull, registry, "identity.principalId");
    assert.match((await refusal(reference("linux:1.0.0"), linux)).message, /401 Unauthorized$/);
  });

  it("F47: without a role, an absent tag looks like a present one", async () => {
    assert.match((await refusal(reference("linux:9.9.9"), linux)).message, /401 Unauthorized$/);
  });

  it("F47: with a role, an absent tag is not found", async () => {
    await assign(roles.AcrPull);
    assert.equal(
      (await refusal(reference("linux:9.9.9"), linux)).message,
      'rpc error: code = NotFound desc = failed to pull and unpack image "agents4711.azurecr.io/agents/linux:9.9.9": failed to resolve reference "agents4711.azurecr.io/agents/linux:9.9.9": agents4711.azurecr.io/agents/linux:9.9.9: not found',
    );
  });

  it("honours a role on the resource group", async () => {
    await assign(roles.Contributor, group);
    await pulled(reference("linux:1.0.0"), linux);
  });

  it("does not take a role that may only delete", async () => {
    await assign(roles.AcrDelete);
    assert.match((await refusal(reference("linux:1.0.0"), linux)).message, /401 Unauthorized$/);
  });

  it("a role on a registry whose name is the beginning of this one's says nothing", async () => {
    const shorter = registry.slice(0, -1);
    await arm.run("PUT", shorter, "2025-11-01", { location, sku: { name: "Basic" } });
    await assign(roles.AcrPull, shorter);
    assert.match((await refusal(reference("linux:1.0.0"), linux)).message, /401 Unauthorized$/);
  });

  for (const [role, expected] of [
    ["AcrPull", "refused"],
    ["Contributor", "refused"],
    ["repositoryReader", "pulled"],
  ] as const) {
    it(`in ABAC mode a kubelet with ${role} is ${expected}`, async () => {
      await arm.run("PUT", registry, "2025-11-01", {
        location,
        sku: { name: "Basic" },
        properties: { roleAssignmentMode: "AbacRepositoryPermissions" },
      });
      await assign(roles[role]);
      assert.equal((await arm.images.pull(cluster, reference("linux:1.0.0"), linux))?.kind, expected);
    });
  }

  it("F01: an image of 2025 does not run on a node of 2022, and never will", async () => {
    await assign(roles.AcrPull);
    const { message, permanent } = await refusal(reference("windows2025:1.0.0"), win22);
    assert.match(message, /a Windows version 10\.0\.26100-based image is incompatible with a 10\.0\.20348 host$/);
    assert.equal(permanent, true);
  });

  it("F01: an image of 2022 runs on a node of 2025", async () => {
    await assign(roles.AcrPull);
    await pulled(reference("windows2022:1.0.0"), win25);
  });

  for (const [image, node] of [
    ["linux", win22],
    ["windows2022", linux],
  ] as const) {
    it(`${image} has nothing for a ${node.osType} node`, async () => {
      await assign(roles.AcrPull);
      assert.match(
        (await refusal(reference(`${image}:1.0.0`), node)).message,
        /no match for platform in manifest: not found$/,
      );
    });
  }

  for (const image of [
    "mcr.microsoft.com/windows/servercore:ltsc2022",
    "contoso.azurecr.io/agents/linux:1.0.0",
    "busybox",
  ]) {
    it(`knows nothing of ${image}`, async () => {
      assert.equal(await arm.images.pull(cluster, image, linux), undefined);
    });
  }

  it("refuses while the content cannot be made, and says why", async () => {
    await assign(roles.AcrPull);
    contentProblem = new Error("no such file: supervisor/main.ts");
    const { message, permanent } = await refusal(reference("linux:1.0.0"), linux);
    assert.match(message, /no such file: supervisor\/main\.ts$/);
    assert.equal(permanent, undefined);
  });

  it("images outlive a restart and an update of the registry, not its deletion", async () => {
    await assign(roles.AcrPull, group);
    await arm.restart();
    await arm.run("PUT", registry, "2025-11-01", { location, sku: { name: "Standard" } });
    await pulled(reference("linux:1.0.0"), linux);
    await arm.run("DELETE", registry, "2025-11-01");
    assert.equal(await arm.images.pull(cluster, reference("linux:1.0.0"), linux), undefined);
  });
});
