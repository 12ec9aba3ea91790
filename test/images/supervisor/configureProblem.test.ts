import assert from "node:assert/strict";
import { configureProblem } from "../../../images/supervisor/agent/configureProblem";

describe("Supervisor: problem of configure", () => {
  const cases: readonly (readonly [string, string[], RegExp])[] = [
    [
      "a certificate that the agent does not trust",
      [
        "The SSL connection could not be established, see inner exception.",
        "The remote certificate is invalid because of errors in the certificate chain: PartialChain",
      ],
      /^The agent trusts what its system trusts: on Linux SSL_CERT_FILE/,
    ],
    [
      "F132: a full disk on Linux",
      ["No space left on device : '/azp/agent/_diag/Agent_20261130-120000-utc.log'"],
      /^The node's disk, or the volume/,
    ],
    ["F132: a full disk on Windows", ["There is not enough space on the disk."], /^The node's disk, or the volume/],
    [
      "anything else",
      ["Access denied. agents needs Manage permissions for pool win22 to perform the action."],
      /^The identity needs the role/,
    ],
  ];
  for (const [name, output, remedy] of cases) {
    it(`says what to do: ${name}`, () => {
      const problem = configureProblem({ code: 1, output });
      assert.equal(problem.message, `configure ended with 1: ${output.at(-1)}`);
      assert.equal(problem.remedies.length, 2);
      assert.match(problem.remedies[1] ?? "", remedy);
    });
  }

  it("is told of also where nothing was printed, and where configure had to be ended", () => {
    assert.equal(
      configureProblem({ code: undefined, output: [] }).message,
      "configure ended with a signal: it printed nothing.",
    );
    assert.equal(configureProblem(undefined).message, "configure has not ended within 5 minutes.");
  });
});
