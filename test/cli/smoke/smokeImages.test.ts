import assert from "node:assert/strict";
import { performSmoke } from "../../../cli/smoke/performSmoke";
import { smokeImages } from "../../../cli/smoke/smokeImages";
import { smokeTarget } from "../../../cli/smoke/smokeTarget";
import { UserError } from "../../../cli/userError";
import { openWays, ScriptedCluster, testPace } from "./support/scriptedCluster";

describe("images of a smoke check", () => {
  const signal = new AbortController().signal;

  it("the one that was given is taken as it is", async () => {
    const imageOf = smokeImages({ images: { linux: "registry.example/web:1" }, progress: () => undefined });
    assert.equal(await imageOf(smokeTarget("linux"), signal), "registry.example/web:1");
  });

  it("without one, and without a registry, it says what to give", async () => {
    const imageOf = smokeImages({ images: {}, progress: () => undefined });
    await assert.rejects(
      imageOf(smokeTarget("windows2025"), signal),
      (error: unknown) =>
        error instanceof UserError &&
        /--image windows2025=<reference> names one, --registry <name> has samples\/windows-web built/.test(
          error.message,
        ),
    );
  });

  it("one that cannot be had ends the builds of the others, and nothing was deployed", async () => {
    const cluster = new ScriptedCluster();
    let cancelled = false;
    const check = performSmoke(
      { systems: ["windows2022", "linux"], port: 8080, keep: false, pace: testPace },
      {
        access: { name: "scripted", cluster, ways: openWays() },
        imageOf: ({ os }, either) =>
          os === "windows2022"
            ? Promise.reject(new UserError("no such base"))
            : new Promise((_resolve, reject) =>
                either.addEventListener("abort", () => {
                  cancelled = true;
                  reject(new Error("cancelled"));
                }),
              ),
        progress: () => undefined,
        notice: () => undefined,
        signal,
        hurry: signal,
      },
    );
    await assert.rejects(check, /no such base/);
    assert.equal(cancelled, true);
    assert.deepEqual(cluster.created, []);
  });
});
