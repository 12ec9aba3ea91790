import assert from "node:assert/strict";
import { serviceConnectionToken } from "../../../builds/azure/serviceConnectionToken";
import { BuildError } from "../../../builds/buildError";
import { Fixture, record } from "../../sandbox/azuredevops/fixture";
import { permittedConnection } from "../../sandbox/azuredevops/permittedConnection";

describe("token of a pipeline's service connection", () => {
  let service: Fixture;
  let env: Record<string, string>;
  before(async () => {
    service = await Fixture.open({ messagePollSeconds: 1 });
    env = await environmentOfJob();
  });
  after(() => service.close());

  /** What a step finds, as Azure DevOps and the AzureCLI task name it. */
  async function environmentOfJob(): Promise<Record<string, string>> {
    const id = await permittedConnection(service, "5c1b1f5e-8b1f-4f6b-9a53-0a3f4f2b7c11");
    const pool = "_apis/distributedtask/pools/1";
    await service.request("POST", "_apis/distributedtask/pools", { name: "linux" });
    await service.request("POST", `${pool}/agents`, { name: "pod" });
    const { body } = await service.request("POST", `${pool}/sessions`, { ownerName: "pod", agent: { id: 1 } });
    await service.administer("POST", "pools/linux/jobs", { serviceConnection: "builds" });
    const message = await service.request("GET", `${pool}/messages?sessionId=${String(body["sessionId"])}`);
    const connection = record(record(JSON.parse(String(message.body["body"])))["serviceConnection"]);
    return {
      idToken: String(connection["idToken"]),
      AZURESUBSCRIPTION_SERVICE_CONNECTION_ID: id,
      SYSTEM_OIDCREQUESTURI: String(connection["oidcRequestUrl"]),
      SYSTEM_ACCESSTOKEN: String(connection["accessToken"]),
    };
  }

  const subjectOf = (token: string) =>
    record(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()))["sub"];

  /** As Entra makes it, but without a signature. */
  const expired = `e30.${Buffer.from(JSON.stringify({ exp: Date.now() / 1000 - 1 })).toString("base64url")}.`;

  it("is the one of the step for as long as that is good", async () => {
    const next = serviceConnectionToken({ idToken: env["idToken"] });

    assert.deepEqual([await next(), await next()], [env["idToken"], env["idToken"]]);
  });

  it("is a fresh one of the same connection after that", async () => {
    const token = await serviceConnectionToken({ ...env, idToken: expired })();

    assert.notEqual(token, expired);
    assert.equal(subjectOf(token), subjectOf(env["idToken"] ?? ""));
  });

  it("has run out where the pipeline has not mapped its access token, and says how to", async () => {
    const { SYSTEM_ACCESSTOKEN: _unmapped, ...without } = env;

    await assert.rejects(
      serviceConnectionToken({ ...without, idToken: expired })(),
      (error) =>
        error instanceof BuildError &&
        error.code === "not-signed-in" &&
        /SYSTEM_ACCESSTOKEN: \$\(System\.AccessToken\)/.test(error.remedy),
    );
  });

  it("has run out where the service gives no other", async () => {
    await assert.rejects(
      serviceConnectionToken({ ...env, idToken: expired, SYSTEM_ACCESSTOKEN: "stale" })(),
      /it answers 401/,
    );
  });
});
