import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ImageBuilds, packFiles } from "../support/imageBuilds";

const content = { "a.txt": "a\n", "b.txt": "b\n", "web/index.html": "<p>", "web/css/site.css": "p {}" };

describe("an image of a Dockerfile", () => {
  let builds: ImageBuilds;

  before(async () => {
    builds = await ImageBuilds.start();
  });

  after(() => builds.stop());

  /** Builds with the usual content and fails unless there is an image. */
  async function build(dockerfile: string, order: Parameters<ImageBuilds["build"]>[1] = {}) {
    const outcome = await builds.build({ Dockerfile: dockerfile, ...content }, order);
    assert.equal(outcome.failure, undefined, outcome.log.join("\n"));
    return outcome;
  }

  it("is a Docker manifest that a registry client finds valid, with the digest of the run", async () => {
    const { digest } = await build("FROM ubuntu:24.04\nCOPY a.txt /a.txt\n");
    assert.equal(builds.ask("digest", builds.reference()), digest);
    const manifest = JSON.parse(builds.ask("manifest", builds.reference())) as Record<string, unknown>;
    assert.equal(manifest["mediaType"], "application/vnd.docker.distribution.manifest.v2+json");
    builds.ask("validate", "--remote", builds.reference());
  });

  it("is the same for the same content, and another one for another", async () => {
    const dockerfile = "FROM ubuntu:24.04\nCOPY . /app/\n";
    const { digest } = await build(dockerfile);
    assert.equal((await build(dockerfile)).digest, digest);
    const changed = await builds.build({ Dockerfile: dockerfile, ...content, "a.txt": "other\n" });
    assert.notEqual(changed.digest, digest);
  });

  it("holds what its instructions say about its containers", async () => {
    await build(
      [
        "FROM ubuntu:24.04",
        "ARG VERSION=1",
        'ENV NAME="two words" KIND=${VERSION:-none} OTHER=${NONE:-fallback} SET=${VERSION:+yes}',
        "ENV OLD form of it",
        "LABEL one=1 two=\"2 $NAME\" three='$NAME'",
        "EXPOSE 8080 9000-9001/udp",
        "VOLUME /data",
        "USER 1000:1000",
        "WORKDIR /app",
        "WORKDIR sub",
        "STOPSIGNAL SIGQUIT",
        "HEALTHCHECK --interval=1m30s --retries=3 CMD curl -f http://localhost/",
        'ENTRYPOINT ["/bin/web"]',
        "CMD serve --port 8080",
      ].join("\n"),
    );
    const { config, architecture, os } = builds.config();
    assert.deepEqual([os, architecture], ["linux", "amd64"]);
    assert.deepEqual(config, {
      Env: [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "NAME=two words",
        "KIND=1",
        "OTHER=fallback",
        "SET=yes",
        "OLD=form of it",
      ],
      Labels: { one: "1", two: "2 two words", three: "$NAME" },
      ExposedPorts: { "8080/tcp": {}, "9000/udp": {}, "9001/udp": {} },
      Volumes: { "/data": {} },
      User: "1000:1000",
      WorkingDir: "/app/sub",
      StopSignal: "SIGQUIT",
      Healthcheck: {
        Test: ["CMD-SHELL", "curl -f http://localhost/"],
        Interval: 90_000_000_000,
        Retries: 3,
      },
      Entrypoint: ["/bin/web"],
      Cmd: ["/bin/sh", "-c", "serve --port 8080"],
    });
  });

  it("ENV of one instruction sees the values from before it", async () => {
    await build("FROM scratch\nENV A=1\nENV A=2 B=$A\n");
    assert.deepEqual((builds.config().config["Env"] as string[]).slice(1), ["A=2", "B=1"]);
  });

  it("an entry point drops the command of the base, not one of its own", async () => {
    await build('FROM nginxinc/nginx-unprivileged:1.30.4-alpine\nENTRYPOINT ["/web"]\n');
    assert.deepEqual([builds.config().config["Entrypoint"], builds.config().config["Cmd"]], [["/web"], undefined]);
    await build('FROM nginxinc/nginx-unprivileged:1.30.4-alpine\nCMD ["a"]\nENTRYPOINT ["/web"]\n');
    assert.deepEqual(builds.config().config["Cmd"], ["a"]);
  });

  for (const [what, copy, expected] of [
    ["a file under another name", "COPY a.txt /x/other.txt", ["x", "x/other.txt"]],
    ["a file into a folder", "COPY a.txt /x/", ["x", "x/a.txt"]],
    ["a file into a folder that is there", "WORKDIR /x\nCOPY a.txt /x", ["x", "x/a.txt"]],
    ["a file into a folder of every Linux image", "COPY a.txt /usr/local/bin", ["usr/local/bin/a.txt"]],
    ["several files", "COPY a.txt b.txt /x/", ["x", "x/a.txt", "x/b.txt"]],
    ["what a pattern matches", "COPY [a-b].t?t /x/", ["x", "x/a.txt", "x/b.txt"]],
    ["files in folders that a pattern matches", "COPY */index.* /x/", ["x", "x/index.html"]],
    ["the content of a folder", "COPY web /x", ["x", "x/css", "x/css/site.css", "x/index.html"]],
    ["to the working directory", "WORKDIR /app\nCOPY a.txt .", ["app", "app/a.txt"]],
    ["names with blanks", 'COPY ["a.txt", "/with blank/"]', ["with blank", "with blank/a.txt"]],
    ["what a variable names", "ARG WHAT=a\nCOPY ${WHAT}.txt /x/", ["x", "x/a.txt"]],
  ] as const) {
    it(`COPY lays ${what}`, async () => {
      await build(`FROM ubuntu:24.04\n${copy}\n`);
      assert.deepEqual(builds.files(), expected);
    });
  }

  it("COPY keeps the mode, and gives everything to root unless told otherwise", async () => {
    await builds.build({
      Dockerfile: "FROM ubuntu:24.04\nCOPY run.sh /own/\nCOPY --chown=1000:2000 run.sh /given/\n",
      "run.sh": { content: "#!/bin/sh\n", mode: 0o755, uid: 7, gid: 8 },
    });
    assert.equal(builds.facts("own/run.sh"), "-rwxr-xr-x 0/0 10");
    assert.equal(builds.facts("given/run.sh"), "-rwxr-xr-x 1000/2000 10");
    assert.equal(builds.facts("given"), "drwxr-xr-x 1000/2000 0");
  });

  it("ADD unpacks an archive that it names, and copies anything else", async () => {
    const archive = join(builds.folder, "inner.tar.gz");
    await packFiles({ "web/index.html": "<p>" }, archive);
    await builds.build({
      Dockerfile: "FROM ubuntu:24.04\nADD inner.tar.gz /in/\nADD a.txt /in/\nCOPY inner.tar.gz /whole/\n",
      "a.txt": "a\n",
      "inner.tar.gz": readFileSync(archive),
    });
    assert.deepEqual(builds.files(), ["in", "in/a.txt", "in/web/index.html", "whole", "whole/inner.tar.gz"]);
  });

  it("has one layer for each COPY, and an entry for every instruction in its history", async () => {
    await build("FROM ubuntu:24.04\nCOPY a.txt /\nENV A=1\nCOPY b.txt /\n");
    const { history, rootfs } = builds.config();
    assert.equal(rootfs.diff_ids.length, 2);
    assert.deepEqual(
      history.map(({ created_by, empty_layer }) => [created_by, empty_layer ?? false]),
      [
        ["COPY a.txt /", false],
        ["ENV A=1", true],
        ["COPY b.txt /", false],
      ],
    );
  });

  it("begins with the stage that it names", async () => {
    await build("FROM ubuntu:24.04 AS first\nCOPY a.txt /\nENV A=1\nFROM first\nCOPY b.txt /\n");
    assert.deepEqual(builds.files(), ["a.txt", "b.txt"]);
    assert.ok((builds.config().config["Env"] as string[]).includes("A=1"));
  });

  it("takes files of stages by name and number", async () => {
    await build(
      "FROM scratch AS one\nCOPY --chown=5:6 a.txt /deep/a.txt\nFROM scratch\nCOPY b.txt /b.txt\nFROM ubuntu:24.04\nCOPY --from=one /deep/ /x/\nCOPY --from=1 /b.txt /x/\n",
    );
    assert.deepEqual(builds.files(), ["x", "x/a.txt", "x/b.txt"]);
    assert.match(builds.facts("x/a.txt"), / 5\/6 /, "the owner is that of the stage");
  });

  it("ends at the target stage", async () => {
    const { log } = await build("FROM scratch AS one\nCOPY a.txt /\nFROM scratch AS two\nCOPY b.txt /\n", {
      target: "one",
    });
    assert.deepEqual(builds.files(), ["a.txt"]);
    assert.ok(log.includes("Step 2/2 : COPY a.txt /"));
  });

  it("build arguments reach FROM and the stages that ask for them, with their own defaults", async () => {
    await build("ARG BASE=nothing\nARG V=1\nFROM ${BASE}\nARG V\nARG W=w\nLABEL v=$V w=$W base=$BASE\n", {
      buildArguments: [
        { name: "BASE", value: "ubuntu:24.04", isSecret: false },
        { name: "W", value: "given", isSecret: false },
      ],
    });
    assert.deepEqual(builds.config().config["Labels"], { v: "1", w: "given", base: "" });
  });
});
