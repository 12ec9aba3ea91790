import assert from "node:assert/strict";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fixture, record } from "../azuredevops/fixture";
import { AgentFixture } from "./agentFixture";

describe("Stand-in for the agent: configure", () => {
  let service: Fixture;
  let agent: AgentFixture;
  let count = 0;
  before(async () => {
    service = await Fixture.open();
    await service.request("POST", "_apis/distributedtask/pools", { name: "win22" });
  });
  after(() => service.close());
  beforeEach(async () => {
    agent = await AgentFixture.open(service, "win22", `pod-${++count}`);
  });
  afterEach(() => agent.close());

  const capabilities = async () => record((await agent.inService("&includeCapabilities=true"))?.["systemCapabilities"]);
  const saved = (file: string) => record(JSON.parse(agent.read(file).replace(/^\uFEFF/, "")));

  it("registers the agent and leaves its configuration in the files that the real one has", async () => {
    const { code, output } = await agent.configure(["--notificationsocketaddress", "127.0.0.1:9"]);

    assert.equal(code, 0, output);
    const registered = await agent.inService();
    assert.deepEqual(
      [registered?.["version"], registered?.["maxParallelism"], registered?.["enabled"], registered?.["status"]],
      ["5.278.0", 1, true, "offline"],
    );
    assert.deepEqual(saved(".agent"), {
      acceptTeeEula: true,
      agentId: registered?.["id"],
      agentName: agent.name,
      poolId: 1,
      poolName: "win22",
      serverUrl: service.organizationUrl,
      workFolder: "_work",
      notificationSocketAddress: "127.0.0.1:9",
    });
    assert.equal(saved(".credentials")["scheme"], "OAuth");
    assert.equal(statSync(join(agent.folder, ".credentials_rsaparams")).mode & 0o777, 0o600);
  });

  it("publishes its environment, except long values and what VSO_AGENT_IGNORE names, and the file of capabilities", async () => {
    writeFileSync(join(agent.folder, ".capabilities"), "AksAgents.Fleet=web=dev\n\nnonsense\n");
    await agent.configure([], {
      SHORT: "x".repeat(1023),
      LONG: "x".repeat(1024),
      AZP_POOL: "secret",
      VSO_AGENT_IGNORE: "AZP_POOL, other",
    });

    const published = await capabilities();
    const { SHORT, LONG, AZP_POOL } = published;
    assert.deepEqual([SHORT, LONG, AZP_POOL], ["x".repeat(1023), undefined, undefined]);
    assert.equal(published["AksAgents.Fleet"], "web=dev");
    assert.deepEqual([published["Agent.Version"], published["Agent.Name"]], ["5.278.0", agent.name]);
    assert.equal("nonsense" in published, false);
  });

  it("takes any argument from the environment and publishes none of them", async () => {
    await agent.configure([], {
      VSTS_AGENT_INPUT_WORK: "ignored, since the command line has it",
      vsts_agent_input_x: "1",
    });

    const names = Object.keys(await capabilities());
    assert.deepEqual(
      names.filter((name) => name.toUpperCase().startsWith("VSTS_AGENT_INPUT")),
      [],
    );
    assert.equal(saved(".agent")["workFolder"], "_work");
  });

  it("says that it runs on Windows where every process is told so", async () => {
    await agent.configure([], { OS: "Windows_NT" });

    assert.equal((await capabilities())["Agent.OS"], "Windows_NT");
  });

  it("with --replace keeps the id, and also that the agent was disabled", async () => {
    await agent.configure();
    const before = await agent.inService();
    const id = Number(before?.["id"]);
    await service.request("PATCH", `_apis/distributedtask/pools/1/agents/${id}`, {
      id,
      name: agent.name,
      enabled: false,
    });
    rmSync(join(agent.folder, ".agent"));

    const { code, output } = await agent.configure(["--replace"], { NEWER: "1" });

    assert.equal(code, 0, output);
    const after = await agent.inService();
    assert.deepEqual([after?.["id"], after?.["enabled"], (await capabilities())["NEWER"]], [id, false, "1"]);
  });

  it("uses a key file that is there already", async () => {
    await agent.configure();
    const key = agent.read(".credentials_rsaparams");
    rmSync(join(agent.folder, ".agent"));

    await agent.configure(["--replace"]);

    assert.equal(agent.read(".credentials_rsaparams"), key);
  });

  const refusals: Record<string, { prepare?: () => Promise<unknown>; extra?: string[]; message: RegExp }> = {
    "a name that is taken, without --replace": {
      prepare: async () => {
        await agent.configure();
        rmSync(join(agent.folder, ".agent"));
      },
      message: /has an agent pod-\d+ already/,
    },
    "a pool that is not there": { extra: ["--pool", "nowhere"], message: /no agent pool nowhere/ },
    "a token that is not accepted": { extra: ["--token", "no.real.token"], message: /does not accept the token/ },
    "a configuration that is there already": {
      prepare: () => agent.configure(),
      message: /configured already/,
    },
    "a certificate authority outside its folder": {
      extra: ["--sslcacert", "/etc/hostname"],
      message: /below the agent's folder/,
    },
    "a folder that it cannot write": {
      prepare: async () => writeFileSync(join(agent.folder, "_diag"), ""),
      message: /cannot be written/,
    },
  };
  for (const [what, { prepare, extra = [], message }] of Object.entries(refusals)) {
    it(`ends with 1 for ${what}`, async () => {
      await prepare?.();

      const { code, output } = await agent.configure(extra);

      assert.equal(code, 1);
      assert.match(output, message);
    });
  }

  it("fails as often as it is told", async () => {
    agent.misbehave({ failConfigure: 2 });

    const codes = [await agent.configure(), await agent.configure(), await agent.configure()].map(({ code }) => code);

    assert.deepEqual(codes, [1, 1, 0]);
  });

  it("leaves a ghost when it dies after the registration", async () => {
    agent.misbehave({ dieAfterRegistration: true });

    const { code } = await agent.configure();

    assert.equal(code, 1);
    assert.notEqual(await agent.inService(), undefined);
    assert.equal(existsSync(join(agent.folder, ".agent")), false);
  });
});
