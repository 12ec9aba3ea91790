import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identity, least, onlyProblem, read } from "./support/readSettingsOf";

describe("supervisor settings credential", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "settings-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const fileWith = (content: string) => {
    const path = join(folder, "token");
    writeFileSync(path, content);
    return path;
  };

  const url = { AZP_URL: least.AZP_URL, AZP_POOL: least.AZP_POOL };

  it("F88: a token file alone is enough", () => {
    const path = fileWith("secret");

    assert.deepEqual(read({ ...url, AZP_TOKEN_FILE: path }).credential, { kind: "tokenFile", path });
  });

  it("leaves a token file that is missing to who needs it: drain may come after its deletion", () => {
    const path = join(folder, "gone");

    assert.deepEqual(read({ ...url, AZP_TOKEN_FILE: path }).credential, { kind: "tokenFile", path });
  });

  it("takes AZP_TOKEN and warns that jobs can read it", () => {
    const { credential, warnings } = read({ ...url, AZP_TOKEN: "secret" });

    assert.deepEqual(credential, { kind: "token", token: "secret" });
    assert.match(warnings.join(), /can be read by every job/);
  });

  it("takes what is meant for the agent alone before what is there for the whole pod", () => {
    const path = fileWith("secret");
    const kinds = [
      read({ ...url, ...identity, AZP_TOKEN: "t", AZP_TOKEN_FILE: path }),
      read({ ...url, ...identity, AZP_TOKEN: "t" }),
      read({ ...url, ...identity }),
    ].map(({ credential }) => credential.kind);

    assert.deepEqual(kinds, ["tokenFile", "token", "workloadIdentity"]);
  });

  it("says that AZP_TOKEN is not used beside a token file", () => {
    const { warnings } = read({ ...url, AZP_TOKEN: "t", AZP_TOKEN_FILE: fileWith("secret") });

    assert.match(warnings.join(), /AZP_TOKEN is not used/);
  });

  it("names what a workload identity still needs", () => {
    assert.match(onlyProblem({ ...url, ...identity, AZURE_TENANT_ID: "" }), /^AZURE_TENANT_ID: is not set/);
  });

  it("refuses an authority that would get the service account's token in clear", () => {
    assert.match(
      onlyProblem({ ...least, AZURE_AUTHORITY_HOST: "http://login.contoso.com/" }),
      /^AZURE_AUTHORITY_HOST: /,
    );
  });

  for (const token of ["s3cret\n", "s3cret\r\n", " s3cret", "s3 cret", "s3cret\u0000", "s3cret\u00a0"]) {
    it(`F24: refuses the token ${JSON.stringify(token)} wherever it comes from, without showing it`, () => {
      const problems = [
        onlyProblem({ ...url, AZP_TOKEN: token }),
        onlyProblem({ ...url, AZP_TOKEN_FILE: fileWith(token) }),
      ];

      assert.match(problems[0] ?? "", /^AZP_TOKEN: the token /);
      assert.match(problems[1] ?? "", /^AZP_TOKEN_FILE: the token in /);
      assert.doesNotMatch(problems.join(), /s3/);
    });
  }

  it("F24: an empty token file holds no token", () => {
    assert.match(onlyProblem({ ...url, AZP_TOKEN_FILE: fileWith("") }), /is empty/);
  });
});
