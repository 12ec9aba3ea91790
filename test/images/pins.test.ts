import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checksumInFile, checksumInPackages, checksumInReleaseNotes } from "../../images/pins/checksumIn";
import { manifestDigest } from "../../images/pins/manifestDigest";
import { PinError } from "../../images/pins/pinError";
import { planTable } from "../../images/pins/planTable";
import { readPins, type FilePin, type ImagePin, type Published } from "../../images/pins/pins";
import { resolvePin } from "../../images/pins/resolvePin";
import { resolvePins } from "../../images/pins/resolvePins";
import { imagePins } from "../../plan/imagePins";
import { planWith } from "../plan/fleets";
import { projectRoot } from "../support/stackConfig";
import { Publishers, sha256 } from "./support/publishers";

const unresolved = { digest: null, digestSource: null, resolvedAt: null };
const now = new Date("2026-12-01T12:00:00Z");
const publishers = new Publishers();

function filePin(published: Published, url = "/tool-{version}.zip"): FilePin {
  return {
    name: "tool",
    kind: "file",
    version: "1.2.3",
    versionSource: "test",
    images: ["linux"],
    argument: "TOOL",
    url: `${publishers.url}${url}`,
    published,
    ...unresolved,
  };
}

function imagePin(version = "ltsc2022"): ImagePin {
  const image = `${publishers.host}/windows/servercore`;
  return {
    name: "base",
    kind: "image",
    image,
    version,
    versionSource: "test",
    images: ["windows2022"],
    argument: "BASE",
    ...unresolved,
  };
}

const inNotes: Published = { kind: "releaseNotes", repository: "contoso/tool", tag: "v{version}" };

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PinError, String(error));
  return error.message;
}

before(() => publishers.start());
after(() => publishers.stop());
beforeEach(() => {
  publishers.fault = {};
  publishers.requests.length = 0;
  for (const map of [publishers.files, publishers.redirects, publishers.releases, publishers.manifests]) map.clear();
});

describe("pins.json", () => {
  const { pins } = readPins();

  it("names a source for every version, and for every digest", () => {
    for (const pin of pins) {
      assert.notEqual(pin.versionSource, "", pin.name);
      const resolved = [pin.digest, pin.digestSource, pin.resolvedAt].map((value) => value !== null);
      assert.ok(
        new Set(resolved).size === 1,
        `${pin.name} has a digest, its source and its time together or none of them`,
      );
    }
  });

  it("has each part once, and the agent in one version for all images", () => {
    assert.equal(new Set(pins.map(({ name }) => name)).size, pins.length);
    assert.equal(new Set(pins.filter(({ argument }) => argument === "AGENT").map(({ version }) => version)).size, 1);
  });

  it("names in each address the version that it pins", () => {
    for (const pin of pins) if (pin.kind === "file") assert.match(pin.url, /^https:\/\/.*\{version\}/, pin.name);
  });

  it("is what the plan knows of it", async () => {
    assert.equal(readFileSync(join(projectRoot, "plan", "imagePins.ts"), "utf8"), await planTable(readPins()));
  });
});

describe("unresolved pins in the plan", () => {
  const warnings = (keys: Record<string, unknown>, resolved: readonly string[]) =>
    planWith(keys, {
      imagePins: imagePins.map((pin) => ({ ...pin, resolved: resolved.includes(pin.name) })),
    }).warnings.filter(({ code }) => code === "image-pins-unresolved");
  const everything = imagePins.map(({ name }) => name);
  const linuxParts = ["ubuntu", "agent-linux", "powershell-linux", "azure-cli-linux", "kubectl-linux"];

  it("are warned about once, with the parts of the images that the classes use", () => {
    const [warning, ...more] = warnings({ agents: [{ name: "linux", os: "linux" }] }, []);
    assert.equal(more.length, 0);
    assert.equal(warning?.path, "agents");
    for (const name of linuxParts) assert.ok(warning.message.includes(name), name);
    assert.doesNotMatch(warning.message, /servercore|windows/);
  });

  it("are no matter when every part of the used images is resolved, or the image is somebody else's", () => {
    assert.deepEqual(warnings({ agents: [{ name: "linux", os: "linux" }] }, linuxParts), []);
    assert.deepEqual(warnings({}, everything), []);
    assert.deepEqual(
      warnings({ agents: [{ name: "linux", os: "linux", image: "contoso.azurecr.io/agents/linux:1.4.0" }] }, []),
      [],
    );
  });
});

describe("the manifest of an image", () => {
  const manifest = JSON.stringify({ schemaVersion: 2, manifests: [{ platform: { os: "windows" } }] });

  beforeEach(() => publishers.manifests.set("windows/servercore:ltsc2022", manifest));

  it("is asked for with an anonymous token, and hashed", async () => {
    const digest = await manifestDigest(`${publishers.host}/windows/servercore`, "ltsc2022");
    assert.equal(digest, `sha256:${sha256(manifest)}`);
    assert.deepEqual(publishers.requests, [
      "HEAD /v2/windows/servercore/manifests/ltsc2022",
      "GET /token",
      "HEAD /v2/windows/servercore/manifests/ltsc2022",
      `GET /v2/windows/servercore/manifests/${digest}`,
    ]);
  });

  it("is refused when the registry names another digest than its content has", async () => {
    publishers.fault = { wrongDigest: true };
    assert.match(await failureOf(resolvePin(imagePin())), /sha256:0{64}, but its content is sha256:/);
  });

  it("is reported when there is no such tag", async () => {
    assert.match(
      await failureOf(resolvePin(imagePin("ltsc2019"))),
      /no 127\.0\.0\.1:\d+\/windows\/servercore:ltsc2019\.$/,
    );
  });

  it("is reported when there is no token", async () => {
    publishers.fault = { noToken: true };
    assert.match(await failureOf(resolvePin(imagePin())), /gives no token/);
  });

  it("is not asked for a token in clear, but on loopback", async () => {
    publishers.fault = { realm: "http://registry.example/token" };
    assert.match(await failureOf(resolvePin(imagePin())), /not HTTPS/);
  });

  it("is reported when the registry does not answer", async () => {
    assert.match(await failureOf(manifestDigest("127.0.0.1:1/windows/servercore", "ltsc2022")), /does not answer/);
  });
});

describe("the checksum of a file", () => {
  const content = "a package";
  const sum = sha256(content);
  const notes = (checksum: string) =>
    `| Windows | [tool-1.2.3.exe](https://x.test/tool-1.2.3.exe) | ${"b".repeat(64)} |\n| Linux | [tool-1.2.3.zip](https://x.test/tool-1.2.3.zip) | ${checksum} |`;

  beforeEach(() => publishers.files.set("/tool-1.2.3.zip", content));

  const resolve = (published: Published, url?: string) =>
    resolvePin(filePin(published, url), { gitHubApi: publishers.url });

  it("is that of the release notes, and of the file itself", async () => {
    publishers.releases.set("contoso/tool/v1.2.3", notes(sum.toUpperCase()));
    assert.deepEqual(await resolve(inNotes), {
      digest: `sha256:${sum}`,
      digestSource: "release notes of contoso/tool v1.2.3, and the file itself",
    });
  });

  it("is refused when notes and file disagree", async () => {
    publishers.releases.set("contoso/tool/v1.2.3", notes("c".repeat(64)));
    assert.match(await failureOf(resolve(inNotes)), new RegExp(`says c{64}, but .*tool-1\\.2\\.3\\.zip has ${sum}`));
  });

  it("is unknown when the notes do not name the file, or there is no such release", async () => {
    publishers.releases.set("contoso/tool/v1.2.3", "Bug fixes.");
    assert.match(await failureOf(resolve(inNotes)), /names no checksum of tool-1\.2\.3\.zip/);
    publishers.releases.clear();
    assert.match(await failureOf(resolve(inNotes)), /answers 404/);
  });

  it("is unknown when the file is not there", async () => {
    publishers.files.clear();
    publishers.releases.set("contoso/tool/v1.2.3", notes(sum));
    assert.match(await failureOf(resolve(inNotes)), /tool-1\.2\.3\.zip answers 404/);
  });

  it("is found behind redirects", async () => {
    publishers.redirects.set("/moved-1.2.3.zip", "/tool-1.2.3.zip");
    publishers.redirects.set("/sums", "/elsewhere");
    publishers.files.set("/elsewhere", `${sum}  moved-1.2.3.zip\n`);
    const published: Published = { kind: "checksumFile", url: `${publishers.url}/sums` };
    assert.equal((await resolve(published, "/moved-{version}.zip")).digest, `sha256:${sum}`);
  });

  it("says so when its publisher names none", async () => {
    const { digest, digestSource } = await resolve({ kind: "none" });
    assert.equal(digest, `sha256:${sum}`);
    assert.match(digestSource, /whose publisher names no checksum$/);
  });

  it("is read from tables and lists of release notes", () => {
    const list = `  * hashes.sha256\n    * ${"1".repeat(64)}\n  * powershell-7.6.5-linux-x64.tar.gz\n    * ${"2".repeat(64)}\n`;
    assert.equal(checksumInReleaseNotes(list, "powershell-7.6.5-linux-x64.tar.gz"), "2".repeat(64));
    assert.equal(
      checksumInReleaseNotes(`MinGit-2.56.0.3-64-bit.zip | ${"3".repeat(64)}`, "Git-2.56.0.3-64-bit.exe"),
      undefined,
    );
    const twice = `a.zip ${"4".repeat(64)}\na.zip ${"5".repeat(64)}`;
    assert.throws(() => checksumInReleaseNotes(twice, "a.zip"), /several checksums/);
  });

  it("is read from files of checksums", () => {
    assert.equal(checksumInFile(`${"6".repeat(64)}\n`, "kubectl"), "6".repeat(64));
    assert.equal(
      checksumInFile(`${"7".repeat(64)} *dist/kubectl\n${"8".repeat(64)}  other\n`, "kubectl"),
      "7".repeat(64),
    );
    assert.equal(checksumInFile(`${"8".repeat(64)}  other\n`, "kubectl"), undefined);
  });

  it("is read from the index of a Debian repository", () => {
    const index = `Package: a\nFilename: pool/a_1_amd64.deb\nSHA256: ${"9".repeat(64)}\n\nPackage: a\nFilename: pool/a_2_amd64.deb\nSHA256: ${"a".repeat(64)}\n`;
    assert.equal(checksumInPackages(index, "pool/a_2_amd64.deb"), "a".repeat(64));
    assert.equal(checksumInPackages(index, "pool/a_3_amd64.deb"), undefined);
  });
});

describe("resolving all pins", () => {
  it("leaves what fails as it was, and says why", async () => {
    publishers.files.set("/tool-1.2.3.zip", "a package");
    const known = `sha256:${"d".repeat(64)}`;
    const stays = { ...imagePin(), digest: known, digestSource: "before", resolvedAt: "2026-11-01T00:00:00Z" };
    const outcomes = await resolvePins(
      { ubuntuSnapshot: "20261101T000000Z", pins: [filePin({ kind: "none" }), imagePin(), stays] },
      now,
    );
    assert.deepEqual(
      outcomes.map(({ kind, pin }) => [kind, pin.digest, pin.resolvedAt]),
      [
        ["changed", `sha256:${sha256("a package")}`, "2026-12-01T12:00:00.000Z"],
        ["failed", null, null],
        ["failed", known, "2026-11-01T00:00:00Z"],
      ],
    );
  });

  describe("by command", () => {
    let folder: string;
    let file: string;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "pins-"));
      file = join(folder, "pins.json");
      publishers.files.set("/tool-1.2.3.zip", "a package");
      writeFileSync(
        file,
        JSON.stringify({ ubuntuSnapshot: "20261101T000000Z", pins: [filePin({ kind: "none" }), imagePin()] }),
      );
    });

    afterEach(() => rmSync(folder, { recursive: true }));

    function pins(...options: string[]): Promise<{ code: number; output: string }> {
      const command = [
        "--import",
        "tsx",
        join(projectRoot, "images", "pins", "command.ts"),
        "--file",
        file,
        ...options,
      ];
      return new Promise((resolve) => {
        execFile(
          process.execPath,
          command,
          { cwd: projectRoot, env: { ...process.env, GITHUB_TOKEN: "" } },
          (error, stdout, stderr) => {
            resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
          },
        );
      });
    }

    it("writes what is resolved, keeps null for what is not, and ends with 1", async () => {
      const { code, output } = await pins();
      assert.equal(code, 1, output);
      assert.match(output, /base ltsc2022: stays unresolved\. The registry has no /);
      assert.deepEqual(
        readPins(file).pins.map(({ digest }) => digest),
        [`sha256:${sha256("a package")}`, null],
      );
    });

    it("ends with 0 once everything is resolved, and --check finds what has changed since, and writes nothing", async () => {
      publishers.manifests.set("windows/servercore:ltsc2022", "{}");
      assert.equal((await pins()).code, 0);
      assert.equal((await pins("--check")).code, 0);
      publishers.files.set("/tool-1.2.3.zip", "another package");
      const before = readFileSync(file, "utf8");
      const { code, output } = await pins("--check");
      assert.equal(code, 1);
      assert.match(
        output,
        new RegExp(`tool 1\\.2\\.3: sha256:${sha256("another package")}, which was sha256:${sha256("a package")}`),
      );
      assert.equal(readFileSync(file, "utf8"), before);
    });

    it("ends with 2 when it is used wrongly", async () => {
      assert.equal((await pins("--chekc")).code, 2);
    });
  });
});
