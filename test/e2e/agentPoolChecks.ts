import assert from "node:assert/strict";
import { stackResources } from "../../sandbox/stackState";
import { record } from "../sandbox/azuredevops/fixture";
import type { Clouds } from "../support/clouds";
import type { TestStack } from "../support/testStack";

/** What Azure DevOps has of the dev stack, asked through Microsoft's client. */
export function agentPoolChecks(deployed: () => { readonly stack: TestStack; readonly clouds: Clouds }): void {
  it("each class has an agent pool that does not update agents, and a queue in the project", async () => {
    const agents = await (await deployed().clouds.azureDevOps()).getTaskAgentApi();
    const pools = await agents.getAgentPools("aks-agents-dev-*");
    assert.deepEqual(pools.map(({ name, autoUpdate }) => [name, autoUpdate]).sort(), [
      ["aks-agents-dev-linux", false],
      ["aks-agents-dev-win22", false],
    ]);
    const queues = await agents.getAgentQueues("fleet");
    assert.deepEqual(queues.map(({ pool }) => pool?.name).sort(), pools.map(({ name }) => name).sort());
  });

  it("each class's identity is a member, and Administrator of its own agent pool alone", async () => {
    const state = stackResources(deployed().stack.paths, "dev");
    const members = await deployed().clouds.azureDevOpsList("serviceprincipalentitlements");
    const agents = await (await deployed().clouds.azureDevOps()).getTaskAgentApi();
    for (const agentClass of ["linux", "win22"]) {
      const identity = state.find(({ urn }) => urn.endsWith(`::${agentClass}-identity-identity`));
      const member = members.find(
        ({ servicePrincipal }) => record(servicePrincipal)["originId"] === identity?.outputs?.["principalId"],
      );
      const roles = await Promise.all(
        (await agents.getAgentPools("aks-agents-dev-*")).map(async ({ id, name }) => ({
          pool: name,
          roles: (
            await deployed().clouds.azureDevOpsList(
              `securityroles/scopes/distributedtask.agentpoolrole/roleassignments/resources/${id}`,
            )
          )
            .filter(({ identity: holder }) => record(holder)["id"] === member?.["id"])
            .map(({ role }) => record(role)["name"]),
        })),
      );
      assert.deepEqual(
        roles.filter(({ roles: held }) => held.length > 0),
        [{ pool: `aks-agents-dev-${agentClass}`, roles: ["Administrator"] }],
      );
    }
  });
}
