import assert from "node:assert/strict";
import { describeChange } from "../../../components/imageBuild/describeChange";
import { imageBuildInputs } from "./imageBuildInputs";

const olds = imageBuildInputs();
const restart = "Then the agents of win22-a, big-b restart one after the other, each when its job is done.";

describe("what a preview says of an image that is built again", () => {
  it("is which base moved, and which agents restart", () => {
    const news = imageBuildInputs({ baseImage: "mcr.microsoft.com/windows/servercore:ltsc2022@sha256:new" });
    assert.equal(
      describeChange(olds, news),
      `The image agents/windows2022 is built again: its base moves from mcr.microsoft.com/windows/servercore:ltsc2022@sha256:old to mcr.microsoft.com/windows/servercore:ltsc2022@sha256:new. ${restart}`,
    );
  });

  it("is the agent's version once, and the other arguments by name", () => {
    const news = imageBuildInputs({
      agentVersion: "5.279.0",
      buildArguments: {
        AGENT_VERSION: "5.279.0",
        GIT_URL: "https://example.com/3",
        LOG_MONITOR_URL: "https://example.com/4",
      },
    });
    assert.equal(
      describeChange(olds, news),
      `The image agents/windows2022 is built again: the agent goes from 5.278.0 to 5.279.0; other build arguments: GIT_URL, KUBECTL_URL, LOG_MONITOR_URL. ${restart}`,
    );
  });

  it("is where files have changed, and that no agent uses it where none does", () => {
    const news = imageBuildInputs({ contextHash: "b", usedBy: [] });
    assert.equal(
      describeChange(olds, news),
      "The image agents/windows2022 is built again: files below images/ have changed. No agent uses it.",
    );
  });

  it("is that the base is built too, where its digest is not known yet", () => {
    // The engine's sign for an unknown value (pulumi sdk/go/common/resource/plugin/rpc.go, UnknownStringValue).
    const news = imageBuildInputs({ baseImage: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" });
    assert.match(describeChange(olds, news), /its base moves from \S+ to the image that is built now\./);
  });
});
