import assert from "node:assert/strict";
import { ServiceAccountTokens } from "../../../../sandbox/kubernetes/kubelet/processes/serviceAccountTokens";

describe("Projected tokens of a pod", () => {
  const request = {
    serviceAccountName: "agent",
    podName: "pod",
    podUid: "uid",
    audience: "api://AzureADTokenExchange",
    expirationSeconds: 3600,
  };

  it("are asked for again when 80 % of their life is over, and not before", async () => {
    let now = 0;
    let asked = 0;
    const objects = { serviceAccountToken: () => Promise.resolve(`token ${(asked += 1)}`) };
    const tokens = new ServiceAccountTokens(objects, () => now);
    const seen: string[] = [];
    // 80 % of an hour is 2880 s.
    for (const seconds of [0, 2879, 2880, 5759, 5760]) {
      now = seconds * 1000;
      seen.push(await tokens.token(request));
    }
    assert.deepEqual(seen, ["token 1", "token 1", "token 2", "token 2", "token 3"]);
  });

  it("are one for each audience", async () => {
    const objects = {
      serviceAccountToken: ({ audience }: { audience?: string }) => Promise.resolve(`for ${audience}`),
    };
    const tokens = new ServiceAccountTokens(objects);
    assert.equal(await tokens.token(request), "for api://AzureADTokenExchange");
    assert.equal(await tokens.token({ ...request, audience: "other" }), "for other");
  });
});
