import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { Fixture, plainRequest, record } from "./fixture";

describe("Azure DevOps emulator: an agent's own credential", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await Fixture.open();
    for (const name of ["own", "other"]) {
      await fixture.request("POST", "_apis/distributedtask/pools", { name });
    }
  });
  after(() => fixture.close());

  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = publicKey.export({ format: "jwk" });
  const base64 = (value = "") => Buffer.from(value, "base64url").toString("base64");

  const register = async (name: string) => {
    const { body } = await fixture.request("POST", "_apis/distributedtask/pools/1/agents", {
      name,
      authorization: { publicKey: { exponent: base64(jwk.e), modulus: base64(jwk.n) } },
    });
    return { id: Number(body["id"]), authorization: record(body["authorization"]) };
  };
  const exchange = async (authorization: Record<string, unknown>, key: KeyObject) => {
    const url = String(authorization["authorizationUrl"]);
    const clientId = String(authorization["clientId"]);
    const assertion = await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(url)
      .setExpirationTime("5m")
      .sign(key);
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: assertion,
      }),
    });
    return record(await response.json());
  };
  const asAgent = (token: unknown, method: string, path: string, body?: unknown) =>
    plainRequest(`${fixture.organizationUrl}/_apis/distributedtask/pools/${path}`, method, body, {
      authorization: `Bearer ${String(token)}`,
    });

  it("lets the agent listen, though it could not register another", async () => {
    const { id, authorization } = await register("listener");
    const token = (await exchange(authorization, privateKey))["access_token"];

    const session = await asAgent(token, "POST", "1/sessions", { ownerName: "pod", agent: { id } });
    const second = await asAgent(token, "POST", "1/agents", { name: "another" });

    assert.deepEqual([session.status, second.status], [200, 403]);
  });

  it("does not let it listen as another agent", async () => {
    const { authorization } = await register("curious");
    const other = await register("victim");
    const token = (await exchange(authorization, privateKey))["access_token"];

    const session = await asAgent(token, "POST", "1/sessions", { ownerName: "pod", agent: { id: other.id } });

    assert.equal(session.status, 403);
  });

  it("is worthless once the agent is removed", async () => {
    const { id, authorization } = await register("removed");
    const token = (await exchange(authorization, privateKey))["access_token"];

    await fixture.request("DELETE", `_apis/distributedtask/pools/1/agents/${id}`);

    assert.equal((await asAgent(token, "GET", "1/agents")).status, 401);
  });

  it("is not given for an assertion with another key", async () => {
    const { authorization } = await register("forged");

    const answer = await exchange(authorization, generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);

    assert.equal(answer["error"], "invalid_client");
  });
});
