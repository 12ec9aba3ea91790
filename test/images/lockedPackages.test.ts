import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleIdentity } from "../../images/bundle";
import { lockedPackages } from "../../images/lockedPackages";
import { projectRoot } from "../support/stackConfig";

describe("packages that a lockfile pins", () => {
  let file: string;
  before(() => {
    file = join(mkdtempSync(join(tmpdir(), "lock-")), "package-lock.json");
    const packages = {
      "": { dependencies: { one: "1.0.0" } },
      "node_modules/one": { version: "1.0.0", integrity: "sha512-one", dependencies: { two: "^2", "@a/three": "3" } },
      "node_modules/two": { version: "1.9.0", integrity: "sha512-old" },
      "node_modules/one/node_modules/two": { version: "2.1.0", dependencies: { one: "1", "@a/three": "3" } },
      "node_modules/@a/three": { version: "3.0.0", dependencies: { two: "^1" } },
      "node_modules/other": { version: "9.0.0" },
    };
    writeFileSync(file, JSON.stringify({ packages }));
  });
  after(() => rmSync(join(file, ".."), { recursive: true }));

  it("are those that are imported and all that these need, found as Node finds them", () => {
    assert.deepEqual(lockedPackages(file, ["one/deep/file.js", "node:fs"]), [
      "node_modules/@a/three 3.0.0 ",
      "node_modules/one 1.0.0 sha512-one",
      "node_modules/one/node_modules/two 2.1.0 ",
      "node_modules/two 1.9.0 sha512-old",
    ]);
    assert.deepEqual(lockedPackages(file, ["@a/three/x"]), [
      "node_modules/@a/three 3.0.0 ",
      "node_modules/two 1.9.0 sha512-old",
    ]);
  });

  it("are there for whoever deploys, without what is needed for development alone", async () => {
    const { packages } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")) as {
      packages: Record<string, { dev?: boolean }>;
    };
    for (const name of ["supervisor", "fleet"] as const) {
      const [, locked] = JSON.parse(await bundleIdentity(name)) as [unknown, string[]];
      assert.ok(locked.length > 0);
      const places = locked.map((line) => line.split(" ")[0] ?? "");
      assert.deepEqual(
        places.filter((place) => packages[place]?.dev === true),
        [],
      );
    }
  });

  it("are part of what identifies a bundle, as is the bundler", async () => {
    const identity = await bundleIdentity("supervisor");
    assert.match(identity, /node_modules\/esbuild \d/);
    assert.match(identity, /node_modules\/https-proxy-agent \d/);
    assert.match(identity, /node_modules\/agent-base \d/);
  });
});
