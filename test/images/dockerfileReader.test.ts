import assert from "node:assert/strict";
import { parseDockerfile } from "./support/dockerfile";

describe("the reader of Dockerfiles", () => {
  it("joins continued lines at the file's own escape character", () => {
    const { stages } = parseDockerfile(
      "# escape=`\nFROM base AS one\nRUN a `\n    C:\\b\\\nCOPY --from=x --chown=1:2 C:\\a b\n",
    );
    assert.deepEqual(
      stages.map(({ from, name, instructions: own }) => [from, name, own.map(({ text, flags }) => [text, flags])]),
      [
        [
          "base",
          "one",
          [
            ["a     C:\\b\\", {}],
            ["C:\\a b", { from: "x", chown: "1:2" }],
          ],
        ],
      ],
    );
  });
});
