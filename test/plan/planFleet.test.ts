import assert from "node:assert/strict";
import fc from "fast-check";
import { anyFleet, context, planWith, refusalsOf, settingsWith, soundToken } from "./fleets";
import { planFleet } from "../../plan/planFleet";

const subscription = "/subscriptions/00000000-0000-0000-0000-000000000000";
const registry = `${subscription}/resourceGroups/shared/providers/Microsoft.ContainerRegistry/registries/contoso`;
const identity = `${subscription}/resourceGroups/identities/providers/Microsoft.ManagedIdentity/userAssignedIdentities/agents`;

describe("plan of a fleet", () => {
  it("F54: node pool names fit AKS's limits and are unique", () => {
    fc.assert(
      fc.property(anyFleet, ({ nodePools, cluster }) => {
        for (const { name, osType } of nodePools) {
          assert.match(name, osType === "Windows" ? /^[a-z][a-z0-9]{0,5}$/ : /^[a-z][a-z0-9]{0,11}$/);
        }
        const names = [...nodePools.map(({ name }) => name), cluster.systemPool.name];
        assert.equal(new Set(names).size, names.length);
      }),
    );
  });

  it("F02: every pool names its OS SKU, the system pool too", () => {
    fc.assert(
      fc.property(anyFleet, ({ nodePools, cluster }) => {
        const expected = { windows2022: "Windows2022", windows2025: "Windows2025", linux: "Ubuntu" };
        assert.equal(cluster.systemPool.osSku, "Ubuntu");
        for (const { os, osSku } of nodePools) assert.equal(osSku, expected[os]);
      }),
    );
  });

  it("asks for FIPS and the newer AKS API for Windows Server 2025, and only there", () => {
    fc.assert(
      fc.property(anyFleet, ({ nodePools }) => {
        for (const { os, enableFips, aksApi } of nodePools) {
          assert.equal(enableFips, os === "windows2025");
          assert.equal(aksApi, os === "windows2025" ? "v20260201" : "default");
        }
      }),
    );
  });

  it("makes Windows pools first", () => {
    fc.assert(
      fc.property(anyFleet, ({ nodePools }) => {
        const kinds = nodePools.map(({ osType }) => osType);
        assert.deepEqual(kinds, [...kinds].sort().reverse());
      }),
    );
  });

  it("F55: is ready for Windows from the first day, even without a Windows class", () => {
    const { cluster } = planWith({ agents: [{ name: "linux", os: "linux" }] });
    assert.equal(cluster.network.plugin, "azure");
    assert.equal(cluster.network.pluginMode, "overlay");
    assert.equal(cluster.windowsAdmin.username, "aksagents");
  });

  it("F61: two stacks share no name in Azure and Azure DevOps", () => {
    const names = ["pr-1", "pr-2"].map((stack) => {
      const { resourceGroupName, cluster, agentClasses } = planWith({}, { stack });
      return [
        resourceGroupName,
        cluster.name,
        cluster.nodeResourceGroup,
        ...agentClasses.map(({ agentPool }) => agentPool.name),
      ];
    });
    assert.deepEqual(
      names[0]?.filter((name) => names[1]?.includes(name)),
      [],
    );
  });

  it("F63: during a hand-over the class has two node pools and Deployments on one agent pool, the new one first", () => {
    const { nodePools, agentClasses } = planWith({
      agents: [
        {
          name: "win",
          os: "windows2025",
          generation: "b",
          previous: { generation: "a", os: "windows2022", replicas: 0 },
        },
      ],
    });
    assert.deepEqual(
      nodePools.map(({ name, osSku }) => `${name} ${osSku}`),
      ["winb Windows2025", "wina Windows2022"],
    );
    assert.equal(agentClasses.length, 1);
    assert.deepEqual(
      agentClasses[0]?.deployments.map(({ name, nodePoolName, runtimeClassName, replicas }) => [
        name,
        nodePoolName,
        runtimeClassName,
        replicas,
      ]),
      [
        ["win-b", "winb", "windows-2025", 1],
        ["win-a", "wina", "windows-2022", 0],
      ],
    );
  });

  it("takes the image of the program's own version where none is named", () => {
    const [win, linux] = planWith().agentClasses.flatMap(({ deployments }) => deployments);
    assert.deepEqual([win?.image, win?.imageRepository, win?.imageTag], [undefined, "agents/windows2022", "1.4.0"]);
    assert.equal(linux?.imageRepository, "agents/linux");
  });

  it("F01: takes the older base on a newer node when it is asked for", () => {
    const { agentClasses, nodePools } = planWith({
      agents: [{ name: "win25", os: "windows2025", imageOs: "ltsc2022" }],
    });
    assert.equal(agentClasses[0]?.deployments[0]?.imageRepository, "agents/windows2022");
    assert.equal(nodePools[0]?.osSku, "Windows2025");
  });

  it("F105: an ABAC registry gets the role that it honours", () => {
    // Ids of the built-in roles: azure-docs role-based-access-control/built-in-roles/containers.
    assert.equal(planWith().registry.pullRoleDefinitionId, "7f951dda-4ed3-4680-a7ca-43fe172d538d");
    const abac = planWith({ registry: { existing: registry, roleAssignmentMode: "ABAC" } }).registry;
    assert.equal(abac.pullRoleDefinitionId, "b93aa761-3e63-49ed-ac28-beffa264f7ac");
    assert.deepEqual([abac.existing?.resourceGroupName, abac.existing?.name], ["shared", "contoso"]);
  });

  it("F32: the organisation's URL has no slash at the end", () => {
    assert.equal(
      planWith({ orgServiceUrl: "https://dev.azure.com/contoso/" }).azureDevOps.orgServiceUrl,
      "https://dev.azure.com/contoso",
    );
  });

  it("F60: pipelines are authorised one by one, all, or none", () => {
    const pipelinesOf = (pipelines: unknown) =>
      planWith({ azureDevOps: { project: "fleet", pipelines } }).agentClasses[0]?.agentPool.pipelines;
    assert.deepEqual(
      [pipelinesOf("all"), pipelinesOf([12]), pipelinesOf("none"), pipelinesOf(undefined)],
      ["all", [12], [], []],
    );
  });

  it("uses an existing agent pool for the class that names it", () => {
    const { agentClasses } = planWith({
      azureDevOps: { project: "fleet", agentPool: { existing: { win22: "builders" } } },
    });
    assert.deepEqual(
      agentClasses.map(({ agentPool: { name, existing } }) => [name, existing]),
      [
        ["builders", true],
        ["aks-agents-test-linux", false],
      ],
    );
  });

  it("F68: buys long-term support only for a version that needs it", () => {
    const planOf = (kubernetesVersion: string) =>
      planWith({ kubernetesVersion, cluster: { tier: "Premium" } }).cluster.supportPlan;
    assert.deepEqual([planOf("1.33"), planOf("1.35")], ["AKSLongTermSupport", "KubernetesOfficial"]);
  });

  it("puts the DNS service at the tenth address of a service range", () => {
    assert.equal(
      planWith({ cluster: { network: { serviceCidr: "10.8.0.0/16" } } }).cluster.network.dnsServiceIp,
      "10.8.0.10",
    );
  });

  it("tags everything with project and stack", () => {
    assert.deepEqual(planWith({ tags: { team: "build" } }).tags, {
      team: "build",
      project: "aks-agents",
      stack: "test",
      "managed-by": "pulumi",
    });
  });

  it("is the same for the same settings", () => {
    assert.deepEqual(planFleet(settingsWith(), context), planFleet(settingsWith(), context));
  });

  it("finds every problem at once", () => {
    const codes = refusalsOf({
      protect: true,
      ephemeral: true,
      location: "?",
      registry: { name: "x" },
      agents: [],
    }).map(({ code }) => code);
    assert.deepEqual([...codes].sort(), ["agents-empty", "location-form", "protect-ephemeral", "registry-name"]);
  });
});

describe("notes of a plan", () => {
  it("F78: count the cores of each VM family, surge nodes included", () => {
    const { notes } = planWith({
      cluster: { systemNodes: { vmSize: "Standard_D4s_v5", min: 1, max: 3 } },
      agents: [{ name: "win", os: "windows2022", vmSize: "Standard_D8as_v5", nodes: { max: 20 } }],
    });
    // 20 nodes of 8 cores and one surge node; 3 nodes of 4 cores and one surge node.
    assert.ok(
      notes.some((note) => /Dasv5 needs 168 at most \(160, and 8 for surge/.test(note)),
      notes.join("\n"),
    );
    assert.ok(
      notes.some((note) => /Dsv5 needs 16 at most \(12, and 4 for surge/.test(note)),
      notes.join("\n"),
    );
  });

  it("F57: say how a new Windows password reaches the nodes, since the provider would replace the cluster", () => {
    const command =
      /az aks update .*--windows-admin-password "\$\(pulumi stack output windowsAdminPassword --show-secrets\)"/;
    const notesFor = (generation: number) =>
      planWith({ cluster: { windowsAdminPasswordGeneration: generation } }).notes.filter((note) => command.test(note));
    assert.equal(notesFor(1).length, 0);
    assert.equal(notesFor(2).length, 1);
  });

  it("F105, F110: say which roles whoever deploys needs in a registry that exists, to build images there", () => {
    const noteFor = (keys: Record<string, unknown>) =>
      planWith(keys).notes.filter((note) => note.startsWith("Agent images"));
    assert.deepEqual(noteFor({}), []);
    assert.deepEqual(noteFor({ registry: { existing: registry } }), [
      `Agent images are built in ${registry}: whoever deploys needs Container Registry Tasks Contributor there.`,
    ]);
    assert.match(
      noteFor({ registry: { existing: registry, roleAssignmentMode: "ABAC" } })[0] ?? "",
      /Tasks Contributor, Container Registry Repository Writer, Container Registry Repository Catalog Lister there/,
    );
    const [off] = noteFor({ registry: { existing: registry }, imageBuilds: { agentImages: false } });
    assert.match(off ?? "", /must be in the registry before agents can start/);
  });

  it("say which sizes could not be counted", () => {
    const { notes } = planWith({ agents: [{ name: "linux", os: "linux", vmSize: "Standard_D4ls_v9" }] });
    assert.ok(notes.some((note) => note.includes("not counted for Standard_D4ls_v9")));
  });

  it("say how many licensed members the organisation gets", () => {
    assert.ok(planWith().notes.some((note) => note.startsWith("Members: 2 identities become licensed members")));
  });

  it("count no member for a token", () => {
    const { notes } = planWith({
      azureDevOps: {
        project: "fleet",
        authentication: "personalAccessToken",
        personalAccessTokenExpires: "2027-06-30",
      },
      agentToken: soundToken,
    });
    assert.ok(notes.every((note) => !note.startsWith("Members")));
  });

  it("name what an existing identity needs", () => {
    const { notes, azureDevOps } = planWith({
      azureDevOps: { project: "fleet", agentIdentity: { existing: identity } },
    });
    assert.equal(azureDevOps.existingIdentity?.name, "agents");
    assert.ok(notes.some((note) => note.includes(identity) && note.includes("Administrator")));
  });

  it("F48: give the command for the cluster's role on a subnet that is not its own", () => {
    const subnetId =
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v/subnets/s";
    const { notes } = planWith({ manageRoleAssignments: false, cluster: { network: { subnetId } } });
    const command = notes.find((note) => note.includes("Network Contributor"));
    assert.match(command ?? "", /--query identity\.principalId/);
    assert.ok(command?.endsWith(`--scope "${subnetId}"`));
  });

  it("F48: give the command for each role assignment that is not managed", () => {
    const { notes } = planWith({ manageRoleAssignments: false, registry: { existing: registry } });
    const command = notes.find((note) => note.includes("az role assignment create"));
    assert.ok(command?.includes('--role "AcrPull"'), command);
    assert.ok(command?.includes(`--scope "${registry}"`), command);
    assert.ok(command?.includes("identityProfile.kubeletidentity.objectId"), command);
  });
});
