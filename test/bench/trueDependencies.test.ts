import assert from "node:assert/strict";
import { longestChain, trueDependencies } from "../../bench/trueDependencies";

const step = (seconds: number, ...needs: string[]) => ({ seconds, needs, source: "made up" });

describe("The longest chain of a deployment", () => {
  it("goes over the slower of two ways", () => {
    const steps = { start: step(1), slow: step(5, "start"), quick: step(2, "start"), end: step(1, "slow", "quick") };
    assert.deepEqual(longestChain(steps), { names: ["start", "slow", "end"], seconds: 7 });
  });

  it("of the dev stack is that of its cluster and node pools, with the image builds beside it", () => {
    assert.deepEqual(longestChain(trueDependencies).names, [
      "cluster",
      "Windows node pool",
      "Linux node pool",
      "Linux agents",
    ]);
  });
});
