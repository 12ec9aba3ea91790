import assert from "node:assert/strict";
import { environmentOptions } from "../../../cli/build/environmentOptions";
import { UserError } from "../../../cli/userError";

describe("fleet build --from-env", () => {
  it("takes each option from a variable of its own", () => {
    assert.deepEqual(
      environmentOptions({
        FLEET_BUILD_CONTEXT: "/azp/_work/1/s",
        FLEET_BUILD_OS: "windows2022",
        FLEET_BUILD_FILE: "web/Dockerfile",
        FLEET_BUILD_TARGET: "site",
        FLEET_BUILD_TIMEOUT_MINUTES: "90",
        FLEET_BUILD_REGISTRY: "contoso",
        FLEET_BUILD_DIGEST_FILE: "digest.txt",
        FLEET_BUILD_OUTPUT_VARIABLE: "image",
        FLEET_BUILD_IMAGES: "web:42 web:latest",
        FLEET_BUILD_CACHE: "False",
      }),
      {
        context: "/azp/_work/1/s",
        os: "windows2022",
        file: "web/Dockerfile",
        target: "site",
        timeoutMinutes: "90",
        registry: "contoso",
        digestFile: "digest.txt",
        outputVariable: "image",
        image: ["web:42", "web:latest"],
        cache: false,
        buildArg: [],
        secretBuildArg: [],
        secretValues: {},
      },
    );
  });

  it("leaves to the defaults what is not there, or empty", () => {
    const nothing = { buildArg: [], secretBuildArg: [], secretValues: {} };
    assert.deepEqual(environmentOptions({ PATH: "/bin", FLEET_BUILD_TARGET: "", FLEET_BUILD_CACHE: "True" }), nothing);
  });

  it("takes build arguments with whatever is in them, and keeps secret ones apart", () => {
    const { buildArg, secretBuildArg, secretValues } = environmentOptions({
      FLEET_BUILD_ARG_note: 'it\'s 5 > 3 & "so" on\nsecond line = $HOME',
      FLEET_BUILD_SECRET_FEED_TOKEN: "a'b\"c$(d)",
    });
    assert.deepEqual(buildArg, ['note=it\'s 5 > 3 & "so" on\nsecond line = $HOME']);
    assert.deepEqual([secretBuildArg, secretValues], [["FEED_TOKEN"], { FEED_TOKEN: "a'b\"c$(d)" }]);
  });

  it("refuses the macro of a variable that the pipeline does not have, and does not show values", () => {
    assert.throws(
      () =>
        environmentOptions({
          FLEET_BUILD_IMAGES: "web:$(Build.BuildNumbr)",
          FLEET_BUILD_SECRET_FEED_TOKEN: "$(feedTokn)",
          FLEET_BUILD_ARG_SCRIPT: "echo $(date)",
        }),
      (error) =>
        error instanceof UserError &&
        error.exitCode === 2 &&
        /in FLEET_BUILD_IMAGES and FLEET_BUILD_SECRET_FEED_TOKEN as it is/.test(error.message) &&
        !error.message.includes("$("),
    );
  });
});
