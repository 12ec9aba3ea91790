import assert from "node:assert/strict";
import type { BuildOrder } from "../../../../sandbox/azure/containerRegistry/imageBuilder";
import { ImageBuilds } from "../support/imageBuilds";

const content = { "a.txt": "a\n", "b.txt": "b\n", "bin/tool": "t\n" };
const windows = { platform: { os: "windows", architecture: "amd64" } } as const;
const servercore = "mcr.microsoft.com/windows/servercore:ltsc2022";

interface Failure {
  readonly what: string;
  readonly dockerfile: string;
  /** Line of the log, as Docker's classic builder has it. */
  readonly says: string;
  readonly exitCode?: number;
  readonly order?: Partial<BuildOrder>;
}

const failures: readonly Failure[] = [
  {
    what: "a file that is not in the context",
    dockerfile: "FROM ubuntu:24.04\nCOPY nothing.txt /\n",
    says: "COPY failed: file not found in build context or excluded by .dockerignore: stat nothing.txt: file does not exist",
  },
  {
    what: "a file above the context",
    dockerfile: "FROM ubuntu:24.04\nADD ../c.txt /\n",
    says: "ADD failed: file not found in build context or excluded by .dockerignore: stat ../c.txt: file does not exist",
  },
  {
    what: "a pattern that matches nothing",
    dockerfile: "FROM ubuntu:24.04\nCOPY *.md /\n",
    says: "COPY failed: no source files were specified",
  },
  {
    what: "several files that are to become one",
    dockerfile: "FROM ubuntu:24.04\nCOPY a.txt b.txt /x\n",
    says: "When using COPY with more than one source file, the destination must be a directory and end with a /",
  },
  {
    what: "a path that a stage without RUN does not have",
    dockerfile: "FROM ubuntu:24.04 AS one\nCOPY a.txt /app/\nFROM ubuntu:24.04\nCOPY --from=one /app/b.txt /\n",
    says: "COPY failed: stat app/b.txt: file does not exist",
  },
  {
    what: "a stage that is not there",
    dockerfile: "FROM ubuntu:24.04\nCOPY --from=nobody /a /\n",
    says: "invalid from flag value nobody: pull access denied for nobody, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
  },
  {
    what: "the number of the stage itself",
    dockerfile: "FROM ubuntu:24.04\nCOPY --from=0 /a /\n",
    says: "invalid from flag value 0: refers to current build stage",
  },
  {
    what: "the number of no stage",
    dockerfile: "FROM ubuntu:24.04\nCOPY --from=3 /a /\n",
    says: "invalid from flag value 3: index out of bounds",
  },
  {
    what: "a target that is not there",
    dockerfile: "FROM ubuntu:24.04 AS one\n",
    order: { target: "two" },
    says: "Error response from daemon: failed to reach build target two in Dockerfile",
  },
  {
    what: "an empty Dockerfile",
    dockerfile: "",
    says: "Error response from daemon: the Dockerfile (Dockerfile) cannot be empty",
  },
  {
    what: "a Dockerfile of comments",
    dockerfile: "# nothing\n",
    says: "Error response from daemon: failed to parse Dockerfile: file with no instructions",
  },
  {
    what: "an unknown instruction",
    dockerfile: "FROM ubuntu:24.04\n\nCOPPY a.txt /\n",
    says: "Error response from daemon: dockerfile parse error on line 3: unknown instruction: COPPY",
  },
  {
    what: "an unknown flag",
    dockerfile: "FROM ubuntu:24.04\nCOPY --form=one a.txt /\n",
    says: "Error response from daemon: dockerfile parse error on line 2: unknown flag: --form",
  },
  {
    what: "COPY without a destination",
    dockerfile: "FROM ubuntu:24.04\nCOPY a.txt\n",
    says: "Error response from daemon: dockerfile parse error on line 2: COPY requires at least two arguments, but only one was provided. Destination could not be determined",
  },
  {
    what: "ENV without a value",
    dockerfile: "FROM ubuntu:24.04\nENV NAME\n",
    says: "Error response from daemon: dockerfile parse error on line 2: ENV must have two arguments",
  },
  {
    what: "an instruction before FROM",
    dockerfile: "RUN true\nFROM ubuntu:24.04\n",
    says: "Error response from daemon: dockerfile parse error on line 1: no build stage in current context",
  },
  {
    what: "a quote that does not end",
    dockerfile: 'FROM ubuntu:24.04\nUSER "x\n',
    says: 'failed to process ""x": unexpected end of statement while looking for matching double-quote',
  },
  {
    what: "a name of two stages",
    dockerfile: "FROM ubuntu:24.04 AS one\nFROM ubuntu:24.04 AS One\n",
    says: "one stage name already used",
  },
  {
    what: "an option of BuildKit, which quick builds do not have",
    dockerfile: "FROM ubuntu:24.04\nCOPY --chmod=755 a.txt /\n",
    says: "the --chmod option requires BuildKit. Refer to https://docs.docker.com/go/buildkit/ to learn how to build images with BuildKit enabled",
  },
  {
    what: "a RUN with a mount, likewise",
    dockerfile: "FROM ubuntu:24.04\nRUN --mount=type=cache,target=/c true\n",
    says: "the --mount option requires BuildKit. Refer to https://docs.docker.com/go/buildkit/ to learn how to build images with BuildKit enabled",
  },
  {
    what: "a platform variable of BuildKit",
    dockerfile: "FROM --platform=$BUILDPLATFORM ubuntu:24.04\n",
    says: 'failed to parse platform : "" is an invalid component of "": platform specifier component must match "^[A-Za-z0-9_-]+$": invalid argument',
  },
  {
    what: "a user that the image does not have",
    dockerfile: "FROM scratch\nCOPY --chown=app a.txt /\n",
    says: "unable to convert uid/gid chown string to host mapping: can't find uid for user app: no such user: app",
  },
  {
    what: "an image that nobody knows",
    dockerfile: "FROM nobody/nothing:1\n",
    says: "pull access denied for nobody/nothing, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
  },
  {
    what: "a tag that Docker Hub does not have",
    dockerfile: "FROM ubuntu:99.99\n",
    says: "manifest for ubuntu:99.99 not found: manifest unknown: manifest unknown",
  },
  {
    what: "a tag that Microsoft's registry does not have",
    dockerfile: "FROM mcr.microsoft.com/windows/servercore:ltsc2023\n",
    order: windows,
    says: 'manifest for mcr.microsoft.com/windows/servercore:ltsc2023 not found: manifest unknown: manifest tagged by "ltsc2023" is not found',
  },
  {
    what: "a tag that the own registry does not have",
    dockerfile: "FROM agents4711.azurecr.io/base:none\n",
    says: 'manifest for agents4711.azurecr.io/base:none not found: manifest unknown: manifest tagged by "none" is not found',
  },
  {
    what: "F107: a Windows base on the Linux platform",
    dockerfile: `FROM ${servercore}\n`,
    says: 'image operating system "windows" cannot be used on this platform',
  },
  {
    what: "F107: a Linux base on the Windows platform",
    dockerfile: "FROM ubuntu:24.04\n",
    order: windows,
    says: 'image operating system "linux" cannot be used on this platform',
  },
  {
    what: "nothing to begin with on the Windows platform",
    dockerfile: "FROM scratch\n",
    order: windows,
    says: "Windows does not support FROM scratch",
  },
  {
    what: "a RUN that ends with a code of its own",
    dockerfile: "FROM ubuntu:24.04\nRUN echo about to fail && exit 3\n",
    says: "The command '/bin/sh -c echo about to fail && exit 3' returned a non-zero code: 3",
    exitCode: 3,
  },
  {
    what: "a RUN that is false",
    dockerfile: 'FROM ubuntu:24.04\nRUN ["false"]\n',
    says: "The command 'false' returned a non-zero code: 1",
  },
  {
    what: "a RUN that throws in PowerShell",
    dockerfile: `FROM ${servercore}\nSHELL ["powershell", "-Command"]\nRUN Write-Host one; throw 'no'\n`,
    order: windows,
    says: "The command 'powershell -Command Write-Host one; throw 'no'' returned a non-zero code: 1",
  },
  {
    what: "a RUN that exits in cmd",
    dockerfile: `FROM ${servercore}\nRUN exit /b 7\n`,
    order: windows,
    says: "The command 'cmd /S /C exit /b 7' returned a non-zero code: 7",
    exitCode: 7,
  },
  {
    what: "an image that acts on those built from it",
    dockerfile: "FROM ubuntu:24.04\nONBUILD COPY . /\n",
    says: "ONBUILD: the sandbox builds no images that act on those built from them",
  },
  {
    what: "a Dockerfile that is not in the context",
    dockerfile: "FROM ubuntu:24.04\n",
    order: { dockerfile: "docker/Dockerfile" },
    says: "unable to prepare context: unable to evaluate symlinks in Dockerfile path: lstat /workspace/docker/Dockerfile: no such file or directory",
  },
];

describe("a build that fails", () => {
  let builds: ImageBuilds;

  before(async () => {
    builds = await ImageBuilds.start();
  });

  after(() => builds.stop());

  for (const { what, dockerfile, says, exitCode = 1, order } of failures) {
    it(`says so of ${what}`, async () => {
      const { log, failure } = await builds.build({ Dockerfile: dockerfile, ...content }, order);
      assert.deepEqual(log.slice(-3), [
        says,
        "2026/11/30 12:00:00 Container failed during run: build. No retries remaining.",
        `failed to run step ID: build: exit status ${exitCode}`,
      ]);
      assert.equal(failure, `failed during run, err: exit status ${exitCode}`);
    });
  }

  it("shows the steps up to the one that failed", async () => {
    const { log } = await builds.build({ Dockerfile: "FROM ubuntu:24.04\nENV A=1\nCOPY none /\nENV B=1\n" });
    assert.deepEqual(
      log.filter((line) => line.startsWith("Step ")),
      ["Step 1/4 : FROM ubuntu:24.04", "Step 2/4 : ENV A=1", "Step 3/4 : COPY none /"],
    );
  });

  it("puts no image into the registry", async () => {
    await builds.build({ Dockerfile: "FROM ubuntu:24.04\nCOPY none /\n" }, { imageNames: ["failed/image:1"] });
    assert.throws(() => builds.ask("digest", builds.reference("failed/image:1")), /NAME_UNKNOWN/);
  });
});
