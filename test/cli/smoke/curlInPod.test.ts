import assert from "node:assert/strict";
import { CheckFailure } from "../../../cli/smoke/checks/checkResult";
import { curlInPod } from "../../../cli/smoke/ways/curlInPod";
import type { ExecResult } from "../../../cli/smoke/ways/podExec";

describe("curl in a pod", () => {
  const pod = { name: "web-0", node: "node-0", address: "10.244.0.2" };
  let command: readonly string[] = [];

  function curl(result: ExecResult | Error, system: "windows" | "linux" = "linux") {
    return curlInPod(
      async (_namespace, _pod, _container, words) => {
        command = words;
        if (result instanceof Error) throw result;
        return result;
      },
      { namespace: "smoke-1", pod, system, url: "http://10.0.9.9:80/", direct: true },
    );
  }

  async function failure(result: ExecResult | Error): Promise<CheckFailure> {
    try {
      await curl(result);
    } catch (error) {
      assert.ok(error instanceof CheckFailure);
      return error;
    }
    throw new Error("It has passed.");
  }

  it("tells the status and the address that the name stood for", async () => {
    const answer = await curl({ exitCode: 0, stdout: "200 10.0.9.9", stderr: "" });
    assert.deepEqual(answer, { httpStatus: 200, address: "10.0.9.9" });
    assert.deepEqual([command[0], command.at(-1)], ["curl", "http://10.0.9.9:80/"]);
    assert.ok(command.includes("/dev/null"));
    assert.ok(command.join(" ").includes("--noproxy *"));
  });

  it("is curl.exe on Windows, and throws the page away there", async () => {
    await curl({ exitCode: 0, stdout: "200 10.0.9.9", stderr: "" }, "windows");
    assert.equal(command[0], "curl.exe");
    assert.ok(command.includes("NUL"));
  });

  for (const [exitCode, remedy] of [
    [6, /CoreDNS/],
    [7, /Nothing listens/],
    [28, /route table/],
    [60, /caBundle/],
  ] as const) {
    it(`exit code ${exitCode} is a failure with what helps`, async () => {
      const { outcome, evidence, remedy: said } = await failure({ exitCode, stdout: "000 ", stderr: "curl: (x) why" });
      assert.equal(outcome, "failed");
      assert.match(evidence, /^From web-0, http:\/\/10\.0\.9\.9:80\/: .*curl: \(x\) why/);
      assert.match(said, remedy);
    });
  }

  it("an image without curl says nothing about the cluster", async () => {
    const { outcome, evidence } = await failure({
      stdout: "",
      stderr: 'exec: "curl": executable file not found in $PATH',
    });
    assert.equal(outcome, "not possible here");
    assert.match(evidence, /executable file not found/);
  });

  it("a node that lets nobody in is a failure", async () => {
    const { outcome, evidence } = await failure(new Error("Unexpected server response: 403"));
    assert.equal(outcome, "failed");
    assert.match(evidence, /403/);
  });
});
