import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { stackResources } from "../../sandbox/stackState";
import { record } from "../sandbox/azuredevops/fixture";
import { AgentFleet } from "../support/agentFleet";
import { issuePersonalAccessToken, setAgentToken, withPersonalAccessToken } from "../support/personalAccessTokens";

const canary = readFileSync(join(__dirname, "canary.sh"), "utf8");
const document = readFileSync(join(__dirname, "../../docs/security.md"), "utf8");

describe("what a job can reach", function () {
  this.timeout("5m");
  let metadata: Server;

  before(async () => {
    // Pods of the sandbox have no network of their own. This stands for the node's metadata service, with a token of its form.
    metadata = createServer((_request, response) => {
      response.end(
        JSON.stringify({ access_token: `eyJ${"a".repeat(20)}.eyJ${"b".repeat(20)}.c`, token_type: "Bearer" }),
      );
    }).listen(0, "127.0.0.1");
    await once(metadata, "listening");
  });
  after(() => metadata.close());

  describe("with a federated identity", () => {
    let fleet: AgentFleet;

    before(async () => {
      fleet = await AgentFleet.open("dev");
    });
    after(() => fleet?.remove());

    for (const name of ["linux", "win22"]) {
      it(`a job of ${name} finds what docs/security.md lists, and nothing else`, async () => {
        assert.deepEqual(await finds(fleet, name, metadata), listed("workloadIdentity"));
      });
    }

    it("the token of one class is refused on the agent pool of another", async () => {
      const token = await entraToken(fleet, "linux");
      const statuses = await Promise.all(
        ["linux", "win22"].map(async (name) => {
          const agents = await (await fleet.clouds.azureDevOps()).getTaskAgentApi();
          const [pool] = await agents.getAgentPools(fleet.classOf(name).pool);
          const [agent] = await agents.getAgents(pool?.id ?? 0);
          const path = `contoso/_apis/distributedtask/pools/${pool?.id}/agents/${agent?.id}?api-version=7.1`;
          const response = await fetch(`${fleet.clouds.server.azureDevOpsUrl}/${path}`, {
            method: "PATCH",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            body: JSON.stringify({ id: agent?.id, name: agent?.name, enabled: true }),
          });
          return response.status;
        }),
      );
      assert.deepEqual(statuses, [200, 403]);
    });

    it("the identity of a class has no role in Azure", async () => {
      const identity = stackResources(fleet.stack.paths, "dev").find(({ urn }) =>
        urn.endsWith("::linux-identity-identity"),
      );
      const ids = (await fleet.clouds.azureIds()).filter((id) => /roleAssignments/i.test(id));
      const holders = await Promise.all(
        ids.map(async (id) => record((await fleet.clouds.azureById(id, "2022-04-01"))["properties"])["principalId"]),
      );
      assert.ok(holders.length > 0);
      assert.ok(!holders.includes(identity?.outputs?.["principalId"]));
    });
  });

  describe("with a personal access token", () => {
    it("a job finds what docs/security.md lists, and nothing else", async () => {
      const fleet = await AgentFleet.open("pr", withPersonalAccessToken, async (stack, clouds) =>
        setAgentToken(stack, await issuePersonalAccessToken(clouds)),
      );
      try {
        assert.deepEqual(await finds(fleet, "win22", metadata), listed("personalAccessToken"));
      } finally {
        await fleet.remove();
      }
    });
  });
});

/** Runs the canary on a class. */
async function finds(fleet: AgentFleet, name: string, metadata: Server): Promise<readonly string[]> {
  const { pool } = fleet.classOf(name);
  const { port } = metadata.address() as AddressInfo;
  const script = `METADATA_ADDRESS=http://127.0.0.1:${port}\n${canary}`;
  const [job] = await fleet.jobs.ended(pool, await fleet.jobs.queue(pool, { script }));
  assert.equal(job?.result, "succeeded", job?.log);
  return (
    (job?.log ?? "")
      .split("\n")
      .filter((line) => line.startsWith("found "))
      // Where the sandbox's image says that the Kubernetes token of the pruning pod is.
      .filter((line) => !line.includes("AZP_SERVICE_ACCOUNT_FOLDER"))
      .map((line) => line.slice("found ".length))
      .sort()
  );
}

/** The first column of the table below a heading with the name of the authentication. */
function listed(authentication: string): readonly string[] {
  const [, section = ""] = document.split(`### \`${authentication}\``);
  const [table = ""] = section.split("\n#");
  return [...table.matchAll(/^\| ((?:file|variable|token) .*?) +\|/gm)]
    .map(([, what = ""]) => what.replaceAll("`", ""))
    .sort();
}

/** What a job of the class gets for the service account's token. */
async function entraToken(fleet: AgentFleet, name: string): Promise<string> {
  const { namespace } = fleet.classOf(name);
  const { status } = await fleet.kubernetes.core.createNamespacedServiceAccountToken({
    namespace,
    name: "agent",
    body: { spec: { audiences: ["api://AzureADTokenExchange"], expirationSeconds: 3600 } },
  });
  const identity = stackResources(fleet.stack.paths, "dev").find(({ urn }) =>
    urn.endsWith(`::${name}-identity-identity`),
  );
  const { clientId, tenantId } = identity?.outputs ?? {};
  const response = await fetch(`${fleet.clouds.server.entraUrl}/${String(tenantId)}/oauth2/v2.0/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: status?.token ?? "",
      client_id: String(clientId),
      scope: "499b84ac-1321-427f-aa17-267ca6975798/.default",
    }),
  });
  return String(record(await response.json())["access_token"]);
}
