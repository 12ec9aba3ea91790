import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { configureArguments, runArguments } from "../../../images/supervisor/listener/listenerArguments";
import { configureEnvironment, listenerEnvironment } from "../../../images/supervisor/listener/listenerEnvironment";
import { nextStep, type ListenerSituation, type NextStep } from "../../../images/supervisor/listener/nextStep";
import { NotificationServer } from "../../../images/supervisor/listener/notificationServer";
import { defaults } from "./support/scenario";

describe("Supervisor: listener", () => {
  it("configures with an argument array in which a pool name stays one argument, and without the token", () => {
    const args = configureArguments(
      { ...defaults, pool: "UI Automation", proxyUrl: "http://me:secret@proxy.contoso.com:3128" },
      "127.0.0.1:4711",
      "/azp/agent/ca-bundle.pem",
    );
    assert.deepEqual(args, [
      "configure",
      "--unattended",
      "--acceptTeeEula",
      ...["--auth", "PAT"],
      ...["--url", "https://dev.azure.com/contoso"],
      ...["--pool", "UI Automation"],
      ...["--agent", "agent-1"],
      ...["--work", "/azp/agent/_work"],
      "--replace",
      ...["--notificationsocketaddress", "127.0.0.1:4711"],
      ...["--proxyurl", "http://proxy.contoso.com:3128"],
      ...["--sslcacert", "/azp/agent/ca-bundle.pem"],
    ]);
  });

  it("runs once, or as a service so that an update does not start a second listener", () => {
    assert.deepEqual(runArguments({ runOnce: true }), ["run", "--once"]);
    assert.deepEqual(runArguments({ runOnce: false }), ["run", "--startuptype", "service"]);
  });

  const variables = {
    Path: "x",
    AZP_TOKEN: "t",
    azp_url: "u",
    AZURE_CLIENT_ID: "c",
    VSTS_AGENT_INPUT_POOL: "p",
    AGENT_RUN_ONCE: "true",
    AGENT_DEBUG_HOLD: "0",
    AGENT_TOOLSDIRECTORY: "d",
    VSO_AGENT_IGNORE: "AZP_TOKEN",
    http_proxy: "http://proxy",
  };

  it("withholds the supervisor's own variables, and keeps the others", () => {
    assert.deepEqual(listenerEnvironment(variables, true), {
      Path: "x",
      azp_url: "u",
      AGENT_TOOLSDIRECTORY: "d",
      VSO_AGENT_IGNORE: "AZP_TOKEN",
      http_proxy: "http://proxy",
    });
  });

  it("withholds them in every spelling where names do not differ by case", () => {
    const spelled = {
      azp_token: "t",
      Azp_Url: "u",
      azure_client_id: "c",
      Vsts_Agent_Input_Token: "t",
      agent_run_once: "true",
      Agent_Debug_Hold: "0",
      agent_toolsdirectory: "d",
      agent_run_once_more: "kept",
    };
    assert.deepEqual(listenerEnvironment(spelled, false), { agent_toolsdirectory: "d", agent_run_once_more: "kept" });
  });

  it("gives configure the token and the proxy's password, in its environment alone", () => {
    const environment = configureEnvironment(variables, true, { proxyUrl: "http://me:p%40ss@proxy:3128" }, "the-token");
    const given = Object.entries(environment).filter(([name]) => name.startsWith("VSTS_AGENT_INPUT_"));
    assert.deepEqual(Object.fromEntries(given), {
      VSTS_AGENT_INPUT_TOKEN: "the-token",
      VSTS_AGENT_INPUT_PROXYUSERNAME: "me",
      VSTS_AGENT_INPUT_PROXYPASSWORD: "p@ss",
    });
  });

  const usual: ListenerSituation = {
    code: 0,
    runOnce: false,
    jobSeen: false,
    jobFinished: true,
    sessionConflict: false,
    server: "offline",
  };
  const cases: readonly (readonly [string, Partial<ListenerSituation>, NextStep])[] = [
    ["F10: code 4 before any job is an update, not the one run", { code: 4, runOnce: true }, "update"],
    ["code 4 after the one job: it is over", { code: 4, runOnce: true, jobSeen: true }, "over"],
    ["code 0 before any job is no run", { code: 0, runOnce: true }, "startAgain"],
    ["code 0 after the one job: it is over", { code: 0, runOnce: true, jobSeen: true }, "over"],
    ["any code after the end of the one job", { code: 1, runOnce: true, jobSeen: true }, "over"],
    ["a failure in the middle of the one job", { code: 1, runOnce: true, jobSeen: true, jobFinished: false }, "failed"],
    ["code 3", { code: 3 }, "update"],
    ["code 2 may be better later", { code: 2 }, "startAgain"],
    ["F07: a session conflict", { code: 1, sessionConflict: true }, "registerAgain"],
    ["a conflict that was overcome", { code: 0, sessionConflict: true, jobSeen: true }, "startAgain"],
    ["a crash that leaves its session", { code: undefined, server: "online" }, "registerAgain"],
    ["a failure without a session", { code: 1 }, "startAgain"],
    ["somebody has deleted the agent", { code: 0, server: "missing" }, "registerAgain"],
    ["the service cannot be asked", { code: 2, server: undefined }, "startAgain"],
  ];
  for (const [name, situation, expected] of cases) {
    it(`reads exit codes. ${name}: ${expected}`, () => {
      assert.equal(nextStep({ ...usual, ...situation }), expected);
    });
  }

  it("hears of jobs over a socket, whatever pieces the messages come in, and takes nothing else for one", async () => {
    const server = await NotificationServer.open();
    const heard: string[] = [];
    server.expect({ jobStarted: () => heard.push("started"), jobFinished: () => heard.push("finished") });
    const [host = "", port] = server.address.split(":");
    const socket = connect({ host, port: Number(port) });
    const pieces = [
      "Starting jo",
      "b: 1234 and more",
      "Finished job: 1234Star",
      "ting job: 5",
      "Finished",
      " job: 5<EOF>",
    ];
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
    await once(socket, "close");
    server.close();
    assert.deepEqual(heard, ["started", "finished", "started", "finished"]);
    assert.match(server.address, /^127\.0\.0\.1:\d+$/);
  });
});
