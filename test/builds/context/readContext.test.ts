import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readContext } from "../../../builds/context/readContext";

describe("A build context that is read from a folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "build-context-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(...paths: string[]): void {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `content of ${path}`);
    }
  }
  const ignore = (...rules: string[]) => writeFileSync(join(folder, ".dockerignore"), rules.join("\n"));
  const paths = async (dockerfile?: string) =>
    (await readContext(folder, { dockerfile })).files.map(({ path }) => path);

  it("has all files by their paths, and of a checkout's own folders nothing", async () => {
    write("b/z", "Dockerfile", "a", "b/a", ".git/config", "b/.git", ".gitignore");
    assert.deepEqual(await paths(), [".gitignore", "Dockerfile", "a", "b/a", "b/z"]);
  });

  it("has a checkout's own folders when the ignore file asks for them", async () => {
    write("Dockerfile", ".git/HEAD");
    ignore("!.git");
    assert.deepEqual(await paths(), [".dockerignore", ".git/HEAD", "Dockerfile"]);
  });

  // docs.docker.com/build/concepts/context, ".dockerignore files": syntax and examples.
  const cases: readonly { rules: string[]; files: string[]; kept: string[] }[] = [
    {
      rules: ["# comment", "", "*/temp*"],
      files: ["a/temp.txt", "a/b/temp.txt", "temp"],
      kept: ["a/b/temp.txt", "temp"],
    },
    { rules: ["*/*/temp*"], files: ["a/b/temporary.txt", "a/temp"], kept: ["a/temp"] },
    { rules: ["temp?"], files: ["tempa", "temp", "tempab"], kept: ["temp", "tempab"] },
    { rules: ["**/*.go"], files: ["x.go", "a/b/c/x.go", "x.goo"], kept: ["x.goo"] },
    { rules: ["*.md", "!README.md"], files: ["a.md", "README.md"], kept: ["README.md"] },
    {
      rules: ["*.md", "!README*.md", "README-secret.md"],
      files: ["a.md", "README-secret.md", "README-1.md"],
      kept: ["README-1.md"],
    },
    { rules: ["*.md", "README-secret.md", "!README*.md"], files: ["README-secret.md"], kept: ["README-secret.md"] },
    { rules: ["/foo", "bar/"], files: ["foo/a", "a/foo", "bar/a", "a/bar/b"], kept: ["a/bar/b", "a/foo"] },
    { rules: ["out", "!out/keep"], files: ["out/a", "out/keep", "out/deep/b"], kept: ["out/keep"] },
    {
      rules: ["*", "!src", "src/**/*.test.ts"],
      files: ["a", "src/a.ts", "src/b/a.test.ts", "src/b/c.ts"],
      kept: ["src/a.ts", "src/b/c.ts"],
    },
    { rules: ["Build"], files: ["build/a", "Build/b"], kept: ["build/a"] },
    { rules: ["  spaced  "], files: ["spaced", "other"], kept: ["other"] },
  ];
  for (const { rules, files, kept } of cases) {
    it(`leaves out by the rules ${rules.join(" · ")}`, async () => {
      write("Dockerfile", ...files);
      ignore(...rules);
      const found = (await paths()).filter((path) => !["Dockerfile", ".dockerignore"].includes(path));
      assert.deepEqual(found, [...kept].sort());
    });
  }

  it("has the Dockerfile and the ignore file although these are ignored: the builder needs them", async () => {
    write("web/Dockerfile", "a");
    ignore("*");
    assert.deepEqual(await paths("web/Dockerfile"), [".dockerignore", "web/Dockerfile"]);
  });

  it("goes by the ignore file of the Dockerfile's own name first", async () => {
    write("web.Dockerfile", "a", "b");
    ignore("a");
    writeFileSync(join(folder, "web.Dockerfile.dockerignore"), "\uFEFFb\n");
    const { files } = await readContext(folder, { dockerfile: "web.Dockerfile" });
    assert.deepEqual(
      files.map(({ path }) => path),
      [".dockerignore", "a", "web.Dockerfile", "web.Dockerfile.dockerignore"],
    );
    assert.deepEqual(files[0]?.source, { kind: "text", text: "b\n" });
  });

  it("knows of modes only whether a file can be executed", async () => {
    write("Dockerfile", "run.sh", "private");
    chmodSync(join(folder, "run.sh"), 0o700);
    chmodSync(join(folder, "private"), 0o600);
    const { files } = await readContext(folder);
    assert.deepEqual(
      files.map(({ path, mode }) => [path, mode.toString(8)]),
      [
        ["Dockerfile", "644"],
        ["private", "644"],
        ["run.sh", "755"],
      ],
    );
  });

  it("keeps a link within the context, and refuses one that leads out of it", async () => {
    write("Dockerfile", "lib/a");
    symlinkSync("../lib/a", join(folder, "lib/b"));
    assert.deepEqual((await readContext(folder)).files.at(-1)?.source, { kind: "link", target: "../lib/a" });
    for (const target of ["/etc/passwd", "../outside", "lib/../../outside"]) {
      symlinkSync(target, join(folder, "link"));
      await assert.rejects(readContext(folder), {
        code: "context-link-outside",
        message: /link .* to .*outside|passwd/,
      });
      rmSync(join(folder, "link"));
    }
    symlinkSync("/etc/passwd", join(folder, "link"));
    ignore("link");
    assert.ok(!(await paths()).includes("link"));
  });

  it("refuses what is neither file, folder nor link", async () => {
    write("Dockerfile");
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await assert.rejects(readContext(folder), { code: "context-special-file", message: /pipe/ });
  });

  it("says what is missing", async () => {
    await assert.rejects(readContext(join(folder, "nowhere")), {
      code: "context-missing",
      message: /There is no folder/,
    });
    await assert.rejects(readContext(folder), { code: "dockerfile-missing", message: /is empty/ });
    write("a");
    await assert.rejects(readContext(join(folder, "a")), { code: "context-missing", message: /is not a folder/ });
    await assert.rejects(readContext(folder), { code: "dockerfile-missing", message: /There is no Dockerfile in/ });
    await assert.rejects(readContext(folder, { dockerfile: "../Dockerfile" }), { code: "dockerfile-outside" });
  });
});
