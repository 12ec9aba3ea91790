import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { providerText } from "../../../components/imageBuild/ImageBuild";
import { imageBuildProvider } from "../../../components/imageBuild/imageBuildProvider";
import type { ImageBuildInputs } from "../../../components/imageBuild/imageBuildInputs";
import { imageBuildInputs } from "./imageBuildInputs";

const olds = { ...imageBuildInputs(), digest: "sha256:1", runId: "ca1" };
const diff = (changes: Partial<ImageBuildInputs>) => imageBuildProvider.diff("id", olds, imageBuildInputs(changes));

describe("provider of image builds", () => {
  it("builds again for another tag or registry, in place, so that the agents run on until the new image is there", async () => {
    for (const changes of [{ tag: "2".repeat(32) }, { registryId: "/subscriptions/2/…" }]) {
      assert.deepEqual(await diff(changes), { changes: true, replaces: [] });
    }
    assert.deepEqual(await diff({ repository: "agents/windows2025" }), { changes: true, replaces: ["repository"] });
  });

  it("does nothing for what is no part of the image", async () => {
    assert.deepEqual(await diff({}), { changes: false });
    assert.deepEqual(await diff({ usedBy: [], roleAssignmentMode: "ABAC" }), { changes: false });
  });

  it("is found in the program's folder by the text in the state, which knows nothing else of it", () => {
    assert.ok(providerText.length < 400);
    assert.ok(!providerText.includes(process.cwd()));
    // As the provider's process reads it (@pulumi/pulumi cmd/dynamic-provider).
    const requireFromString = createRequire(require.resolve("@pulumi/pulumi"))("require-from-string") as (
      text: string,
    ) => { handler(): typeof imageBuildProvider };
    assert.deepEqual(Object.keys(requireFromString(providerText).handler()), Object.keys(imageBuildProvider));
  });
});
