import assert from "node:assert/strict";
import { checksumInFile, checksumInPackages, checksumInReleaseNotes } from "../../images/pins/checksumIn";
import type { Published } from "../../images/pins/pins";
import { resolvePin } from "../../images/pins/resolvePin";
import { filePin, pinFailure, startedPublishers } from "./support/publishedParts";
import { sha256 } from "./support/publishers";

const inNotes: Published = { kind: "releaseNotes", repository: "contoso/tool", tag: "v{version}" };

describe("the checksum of a file", () => {
  const publishers = startedPublishers();
  const content = "a package";
  const sum = sha256(content);
  const notes = (checksum: string) =>
    `| Windows | [tool-1.2.3.exe](https://x.test/tool-1.2.3.exe) | ${"b".repeat(64)} |\n| Linux | [tool-1.2.3.zip](https://x.test/tool-1.2.3.zip) | ${checksum} |`;

  beforeEach(() => publishers.files.set("/tool-1.2.3.zip", content));

  const resolve = (published: Published, url?: string) =>
    resolvePin(filePin(publishers, published, url), { gitHubApi: publishers.url });

  it("is that of the release notes, and of the file itself", async () => {
    publishers.releases.set("contoso/tool/v1.2.3", notes(sum.toUpperCase()));
    assert.deepEqual(await resolve(inNotes), {
      digest: `sha256:${sum}`,
      digestSource: "release notes of contoso/tool v1.2.3, and the file itself",
    });
  });

  it("is refused when notes and file disagree", async () => {
    publishers.releases.set("contoso/tool/v1.2.3", notes("c".repeat(64)));
    assert.match(await pinFailure(resolve(inNotes)), new RegExp(`says c{64}, but .*tool-1\\.2\\.3\\.zip has ${sum}`));
  });

  it("is unknown when the notes do not name the file, or there is no such release", async () => {
    publishers.releases.set("contoso/tool/v1.2.3", "Bug fixes.");
    assert.match(await pinFailure(resolve(inNotes)), /names no checksum of tool-1\.2\.3\.zip/);
    publishers.releases.clear();
    assert.match(await pinFailure(resolve(inNotes)), /answers 404/);
  });

  it("is unknown when the file is not there", async () => {
    publishers.files.clear();
    publishers.releases.set("contoso/tool/v1.2.3", notes(sum));
    assert.match(await pinFailure(resolve(inNotes)), /tool-1\.2\.3\.zip answers 404/);
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
