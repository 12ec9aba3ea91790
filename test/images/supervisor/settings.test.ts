import assert from "node:assert/strict";
import { readSettings } from "../../../images/supervisor/readSettings";
import { least, onlyProblem, problemsOf, read } from "./support/readSettingsOf";

describe("supervisor settings", () => {
  it("has a default for everything but the organization, the pool and the credential", () => {
    assert.deepEqual(read(least), {
      url: "https://dev.azure.com/contoso",
      pool: "win22",
      agentName: "pod-1",
      agentFolder: "/azp/agent",
      workFolder: "/azp/agent/_work",
      credential: {
        kind: "workloadIdentity",
        clientId: "11111111-1111-1111-1111-111111111111",
        tenantId: "22222222-2222-2222-2222-222222222222",
        tokenFile: "/var/run/secrets/azure/tokens/azure-identity-token",
        authorityHost: "https://login.microsoftonline.com/",
      },
      runOnce: false,
      idleTimeoutMinutes: 0,
      drainTimeoutMinutes: 60,
      updateTimeoutMinutes: 15,
      connectTimeoutMinutes: 10,
      capabilities: {},
      proxyUrl: undefined,
      noProxy: undefined,
      caBundle: undefined,
      debugHoldMinutes: 0,
      logFormat: "text",
      warnings: [],
    });
  });

  it("reads every variable", () => {
    const settings = read({
      ...least,
      AZP_AGENT_NAME: "win22-g1-7f9c-x2x4z",
      AZP_AGENT_FOLDER: "/opt/agent",
      AZP_WORK: "/work",
      AGENT_RUN_ONCE: "True",
      AZP_IDLE_TIMEOUT_MINUTES: "5",
      AZP_DRAIN_TIMEOUT_MINUTES: "90",
      AZP_UPDATE_TIMEOUT_MINUTES: "20",
      AZP_CONNECT_TIMEOUT_MINUTES: "3",
      AZP_CAPABILITIES: '{"sql":"2022","gpu":""}',
      AZP_FLEET: "ci-agents/prod",
      AZP_PROXY_URL: "http://proxy.contoso.com:3128",
      NO_PROXY: "10.0.0.0/8,.contoso.com",
      AZP_CA_BUNDLE: "/azp/ca/bundle.pem",
      AGENT_DEBUG_HOLD: "30",
      AZP_LOG_FORMAT: "json",
      AZURE_AUTHORITY_HOST: "https://login.microsoftonline.us/",
    });

    assert.deepEqual(
      { ...settings, credential: settings.credential.kind === "workloadIdentity" && settings.credential.authorityHost },
      {
        url: "https://dev.azure.com/contoso",
        pool: "win22",
        agentName: "win22-g1-7f9c-x2x4z",
        agentFolder: "/opt/agent",
        workFolder: "/work",
        credential: "https://login.microsoftonline.us/",
        runOnce: true,
        idleTimeoutMinutes: 5,
        drainTimeoutMinutes: 90,
        updateTimeoutMinutes: 20,
        connectTimeoutMinutes: 3,
        capabilities: { sql: "2022", gpu: "", "AksAgents.Fleet": "ci-agents/prod" },
        proxyUrl: "http://proxy.contoso.com:3128/",
        noProxy: "10.0.0.0/8,.contoso.com",
        caBundle: "/azp/ca/bundle.pem",
        debugHoldMinutes: 30,
        logFormat: "json",
        warnings: [],
      },
    );
  });

  it("names all problems at once, each with its variable", () => {
    const problems = problemsOf({
      AZP_URL: "dev.azure.com/contoso",
      AZP_DRAIN_TIMEOUT_MINUTES: "an hour",
      AZP_CONNECT_TIMEOUT_MINUTES: "-1",
      AGENT_RUN_ONCE: "yes",
      AZP_LOG_FORMAT: "xml",
      AZP_CAPABILITIES: "sql",
      AZP_PROXY_URL: "proxy:3128",
    });

    assert.deepEqual(problems.map((problem) => problem.split(":")[0]).sort(), [
      "AGENT_RUN_ONCE",
      "AZP_CAPABILITIES",
      "AZP_CONNECT_TIMEOUT_MINUTES",
      "AZP_DRAIN_TIMEOUT_MINUTES",
      "AZP_LOG_FORMAT",
      "AZP_POOL",
      "AZP_PROXY_URL",
      "AZP_TOKEN_FILE",
      "AZP_URL",
    ]);
    assert.ok(problems.includes('AZP_DRAIN_TIMEOUT_MINUTES: "an hour" is no whole number from 0 to 43200.'));
  });

  it("takes an empty variable as one that is not set", () => {
    const settings = read({ ...least, AZP_AGENT_NAME: "", AZP_WORK: "", AZP_TOKEN: "", AZP_DRAIN_TIMEOUT_MINUTES: "" });

    assert.deepEqual(
      [settings.agentName, settings.workFolder, settings.credential.kind, settings.drainTimeoutMinutes],
      ["pod-1", "/azp/agent/_work", "workloadIdentity", 60],
    );
  });

  describe("organization", () => {
    const accepted: readonly [string, string][] = [
      ["https://dev.azure.com/contoso/", "https://dev.azure.com/contoso"],
      ["HTTPS://DEV.AZURE.COM/Contoso", "https://dev.azure.com/Contoso"],
      ["https://contoso.visualstudio.com", "https://contoso.visualstudio.com"],
      ["https://tfs.contoso.com:8443/tfs/Collection/", "https://tfs.contoso.com:8443/tfs/Collection"],
      ["http://127.0.0.1:8080/contoso", "http://127.0.0.1:8080/contoso"],
      ["http://localhost:8080/contoso", "http://localhost:8080/contoso"],
      ["http://[::1]:8080/contoso", "http://[::1]:8080/contoso"],
    ];
    for (const [given, url] of accepted) {
      it(`takes ${given}`, () => assert.equal(read({ ...least, AZP_URL: given }).url, url));
    }

    const refused = [
      "http://dev.azure.com/contoso",
      "http://127.0.0.1.contoso.com/contoso",
      "https://dev.azure.com",
      "https://dev.azure.com/contoso/project",
      "https://dev.azure.com/contoso?x=1",
      "ftp://dev.azure.com/contoso",
      "contoso",
    ];
    for (const given of refused) {
      it(`refuses ${given}`, () => assert.match(onlyProblem({ ...least, AZP_URL: given }), /^AZP_URL: /));
    }

    it("refuses a password in the URL and does not show it", () => {
      const problem = onlyProblem({ ...least, AZP_URL: "https://me:s3cret@dev.azure.com/contoso" });

      assert.match(problem, /^AZP_URL: holds a user or password/);
      assert.doesNotMatch(problem, /s3cret/);
    });
  });

  describe("names", () => {
    it("F06: two pods whose names share 15 characters are two agents, whatever COMPUTERNAME says", () => {
      const pods = ["azdevops-deployment-5d8f7c9b4-abcde", "azdevops-deployment-5d8f7c9b4-fghij"];

      const names = pods.map(
        (pod) => readSettings({ ...least, COMPUTERNAME: "AZDEVOPS-DEPLOY" }, pod, "/x.js").agentName,
      );

      assert.deepEqual(names, pods);
    });

    it("prefers AZP_AGENT_NAME to the host's name", () => {
      assert.equal(read({ ...least, AZP_AGENT_NAME: "given" }).agentName, "given");
    });

    for (const name of ["a/b", "a\nb", " a"]) {
      it(`refuses the agent name ${JSON.stringify(name)}`, () => {
        assert.match(onlyProblem({ ...least, AZP_AGENT_NAME: name }), /^AZP_AGENT_NAME: /);
      });
    }

    for (const pool of ["UI Automation", "Bob's pool", "R&D", "Größe 株式会社"]) {
      it(`F94: takes the pool "${pool}"`, () => assert.equal(read({ ...least, AZP_POOL: pool }).pool, pool));
    }

    for (const pool of ["win22\n", " win22", "a\tb"]) {
      it(`refuses the pool ${JSON.stringify(pool)}`, () => {
        assert.match(onlyProblem({ ...least, AZP_POOL: pool }), /^AZP_POOL: /);
      });
    }
  });

  describe("capabilities", () => {
    const refused: readonly [string, string][] = [
      ["no object", "[]"],
      ["a number", '{"sql":2022}'],
      ["an empty name", '{"":"x"}'],
      ["two names that differ by case alone", '{"sql":"2019","SQL":"2022"}'],
      ["an equals sign in a name", '{"a=b":"x"}'],
      ["a line break in a name", '{"a\\nb":"x"}'],
      ["a line break in a value", '{"a":"x\\ny=z"}'],
      ["a name of the supervisor's own", '{"aksagents.fleet":"x"}'],
    ];
    for (const [what, text] of refused) {
      it(`refuses ${what}`, () => {
        assert.match(onlyProblem({ ...least, AZP_CAPABILITIES: text }), /^AZP_CAPABILITIES: /);
      });
    }

    it("takes an equals sign in a value", () => {
      assert.deepEqual(read({ ...least, AZP_CAPABILITIES: '{"flags":"a=b"}' }).capabilities, { flags: "a=b" });
    });

    it("refuses a marker of two lines", () => {
      assert.match(onlyProblem({ ...least, AZP_FLEET: "a\nb" }), /^AZP_FLEET: /);
    });
  });

  describe("proxy", () => {
    it("comes from AZP_PROXY_URL, then https_proxy, then HTTPS_PROXY", () => {
      const all = { AZP_PROXY_URL: "http://a:1", https_proxy: "http://b:2", HTTPS_PROXY: "http://c:3" };
      const proxies = [
        read({ ...least, ...all }),
        read({ ...least, ...all, AZP_PROXY_URL: "" }),
        read({ ...least, HTTPS_PROXY: all.HTTPS_PROXY }),
      ].map(({ proxyUrl }) => proxyUrl);

      assert.deepEqual(proxies, ["http://a:1/", "http://b:2/", "http://c:3/"]);
    });

    it("refuses a password with a bare %", () => {
      assert.match(onlyProblem({ ...least, AZP_PROXY_URL: "http://me:100%@proxy:3128" }), /^AZP_PROXY_URL: .*%25/);
    });

    it("does not show the password of a proxy that is none", () => {
      const problem = onlyProblem({ ...least, HTTPS_PROXY: "socks5://me:s3cret@proxy:1080" });

      assert.match(problem, /^HTTPS_PROXY: /);
      assert.doesNotMatch(problem, /s3cret/);
    });
  });
});
