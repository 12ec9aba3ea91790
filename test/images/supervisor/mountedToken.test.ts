import assert from "node:assert/strict";
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../images/supervisor/clock";
import { createTokenSource } from "../../../images/supervisor/credentials/tokenSource";
import { createHttpClient } from "../../../images/supervisor/http/httpClient";
import { createLog } from "../../../images/supervisor/log";
import { SupervisorError } from "../../../images/supervisor/supervisorError";

describe("supervisor credentials token file", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "credentials-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const path = () => join(folder, "pat");
  const log = createLog("text", () => undefined);
  const source = () => createTokenSource({ kind: "tokenFile", path: path() }, createHttpClient(), systemClock, log);

  it("is read anew, because a mounted secret may change", async () => {
    const tokens = source();
    writeFileSync(path(), "first");
    const first = await tokens.token();
    writeFileSync(path(), "second");

    assert.deepEqual([first, await tokens.token()], ["first", "second"]);
  });

  it("is remembered after its deletion", async () => {
    const tokens = source();
    writeFileSync(path(), "only-here");
    await tokens.token();
    unlinkSync(path());

    assert.equal(await tokens.token(), "only-here");
  });

  it("must be there at first", async () => {
    rmSync(path(), { force: true });

    await assert.rejects(
      source().token(),
      (error: unknown) => error instanceof SupervisorError && error.message.startsWith("AZP_TOKEN_FILE: "),
    );
  });

  it("F24: is refused when it has changed to one with a line break", async () => {
    const tokens = source();
    writeFileSync(path(), "s3cret\n");

    await assert.rejects(tokens.token(), (error: unknown) => {
      assert.ok(error instanceof SupervisorError);
      assert.match(error.message, /ends with a line break/);
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    });
  });
});
