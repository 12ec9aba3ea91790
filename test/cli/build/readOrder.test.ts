import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildOptions } from "../../../cli/build/buildOptions";
import { readOrder } from "../../../cli/build/readOrder";
import { UserError } from "../../../cli/userError";

describe("The order of a build", () => {
  let context: string;
  let options: BuildOptions;
  before(() => {
    context = mkdtempSync(join(tmpdir(), "fleet-order-"));
    writeFileSync(join(context, "Dockerfile"), "FROM scratch\n");
    options = {
      context,
      image: ["web/site:1"],
      builder: "acr",
      file: "Dockerfile",
      buildArg: [],
      secretBuildArg: [],
      cache: true,
      timeoutMinutes: "60",
      quiet: false,
      json: false,
    };
  });
  after(() => rmSync(context, { recursive: true }));

  function refusal(change: Partial<BuildOptions>, env: NodeJS.ProcessEnv = {}): string {
    try {
      readOrder({ ...options, ...change }, env);
    } catch (error) {
      assert.ok(error instanceof UserError);
      assert.equal(error.exitCode, 2);
      return error.message;
    }
    throw new Error("it was not refused");
  }

  it("is for Linux, or for the Windows version that --os names, which the Dockerfile learns as WINDOWS_VERSION", () => {
    assert.equal(readOrder(options, {}).target.os, "Linux");
    const { target, buildArguments } = readOrder({ ...options, os: "windows2022" }, {});
    assert.equal(target.os, "Windows");
    assert.deepEqual(buildArguments, { WINDOWS_VERSION: "ltsc2022" });
    assert.deepEqual(readOrder({ ...options, os: "windows2025" }, {}).buildArguments, { WINDOWS_VERSION: "ltsc2025" });
  });

  for (const base of [
    "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022",
    "ARG BASE=mcr.microsoft.com/windows/servercore:ltsc2022\nFROM ${BASE}",
    "FROM --platform=windows/amd64 mcr.microsoft.com/dotnet/framework/sdk:4.8",
  ]) {
    it(`F107: is refused without --os when the Dockerfile says ${base.split("\n")[0] ?? ""}`, () => {
      writeFileSync(join(context, "windows.Dockerfile"), `${base}\n`);
      assert.match(refusal({ file: "windows.Dockerfile" }), /--os windows2022 or --os windows2025/);
      readOrder({ ...options, file: "windows.Dockerfile", os: "windows2025" }, {});
    });
  }

  it("is refused with all that is wrong at once", () => {
    const message = refusal({
      context: join(context, "nowhere"),
      image: ["Web:1", "registry.azurecr.io/web:1", "web"],
      builder: "kaniko",
      os: "windows2019",
      buildArg: ["1NAME=x"],
      secretBuildArg: ["FEED_TOKEN"],
      timeoutMinutes: "481",
      outputVariable: "a b",
      digestFile: join(context, "nowhere", "digest.txt"),
    });
    for (const part of [
      "There is no folder",
      "not Web:1",
      "not registry.azurecr.io/web:1",
      "not web.",
      "--builder takes acr, not kaniko",
      "--os takes windows2022, windows2025, linux, not windows2019",
      "--build-arg takes NAME=VALUE",
      "FEED_TOKEN of --secret-build-arg FEED_TOKEN is not set",
      "from 5 to 480, not 481",
      "--output-variable takes",
      "--digest-file: there is no folder",
    ]) {
      assert.ok(message.includes(part), `${part} is not in:\n${message}`);
    }
  });

  it("takes secret build arguments from the environment, by their names", () => {
    const order = readOrder({ ...options, secretBuildArg: ["FEED_TOKEN"] }, { FEED_TOKEN: "canary" });
    assert.deepEqual(order.secretBuildArguments, { FEED_TOKEN: "canary" });
    assert.deepEqual(order.buildArguments, {});
  });

  const letters = (length: number) => "aB3dE6gH".repeat(12).slice(0, length);
  const secrets: Readonly<Record<string, string>> = {
    "a name that says so": "FEED_TOKEN=x",
    "a name that says so, otherwise written": "nuget-api-key=x".replaceAll("-", "_"),
    "a new PAT of Azure DevOps": `VALUE=${letters(76)}AZDO1234`,
    "an old PAT of Azure DevOps": `VALUE=${"abcdefghij234567klmnopqrstuv".repeat(2).slice(0, 52)}`,
    "a token of GitHub": `VALUE=ghp_${letters(36)}`,
    "a client secret of Entra": `VALUE=abc8Q~${letters(34)}`,
    "a connection string": "VALUE=DefaultEndpointsProtocol=https;AccountName=a;AccountKey=bm90IGEga2V5",
    "a shared access signature":
      "VALUE=https://a.blob.core.windows.net/c?sv=2024&sig=bm90IGEgc2lnbmF0dXJlIGF0IGFsbA%3D",
    "a JSON web token": "VALUE=eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJl",
    "a password in a URL": "VALUE=https://somebody:canary@feed.example/v3/index.json",
    "a private key": "VALUE=-----BEGIN RSA PRIVATE KEY-----",
  };
  for (const [what, argument] of Object.entries(secrets)) {
    it(`is refused with ${what} as a plain build argument, without showing it`, () => {
      const message = refusal({ buildArg: [argument] });
      const [name = "", ...value] = argument.split("=");
      assert.ok(message.includes(`--secret-build-arg ${name}`));
      assert.ok(value.join("=").length < 3 || !message.includes(value.join("=")));
    });
  }

  it("takes what only resembles a secret", () => {
    const plain = [
      "VERSION=1.2.3",
      "COMMIT=0123456789abcdef0123456789abcdef01234567",
      "PATTERN=a*b",
      "FEED=https://feed.example/v3/index.json",
      "TOKENIZER=bpe",
      "EMPTY_TOKEN=",
    ];
    assert.equal(Object.keys(readOrder({ ...options, buildArg: plain }, {}).buildArguments).length, plain.length);
  });
});
