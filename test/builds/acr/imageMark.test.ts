import assert from "node:assert/strict";
import { DockerfileParser } from "dockerfile-ast";
import { markDockerfile, markedImage } from "../../../builds/acr/imageMark";

describe("The mark of an image in its Dockerfile", () => {
  it("is the first instruction, behind the parser directives", () => {
    const marked = markDockerfile("# escape=`\n# syntax=docker/dockerfile:1\n\n# what it is\nFROM base\n", "agents:h1");
    assert.equal(
      marked,
      "# escape=`\n# syntax=docker/dockerfile:1\nARG AKS_AGENTS_IMAGE=agents:h1\n\n# what it is\nFROM base\n",
    );
    const parsed = DockerfileParser.parse(marked);
    assert.equal(parsed.getEscapeCharacter(), "`");
    assert.deepEqual(
      parsed.getInstructions().map((instruction) => instruction.getKeyword()),
      ["ARG", "FROM"],
    );
  });

  it("comes before a comment that is none", () => {
    assert.equal(markDockerfile("# a comment\nFROM base", "a:1"), "ARG AKS_AGENTS_IMAGE=a:1\n# a comment\nFROM base");
    assert.equal(markDockerfile("\uFEFFFROM base", "a:1"), "ARG AKS_AGENTS_IMAGE=a:1\nFROM base");
    assert.equal(markDockerfile("#escape=`\r\nFROM base", "a:1"), "#escape=`\r\nARG AKS_AGENTS_IMAGE=a:1\nFROM base");
  });

  it("is read from a log's first step, and from nothing else", () => {
    assert.equal(markedImage("Step 1/9 : ARG AKS_AGENTS_IMAGE=agents/linux:h1"), "agents/linux:h1");
    assert.equal(markedImage("Step 1/9 : FROM ubuntu"), false);
    assert.equal(markedImage("Sending build context to Docker daemon  4.1kB"), undefined);
    assert.equal(markedImage("Step 2/9 : RUN echo ARG AKS_AGENTS_IMAGE=agents/linux:h1"), undefined);
  });
});
