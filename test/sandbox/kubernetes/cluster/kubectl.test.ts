import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { Exec } from "@kubernetes/client-node";
import { eventually } from "../support/eventually";
import { kubectlFor, type Kubectl } from "../support/kubectl";
import { createPod, newNamespace, removeNamespace, untilPhase } from "../support/pods";
import { createScriptPod, untilContainer, untilPrinted } from "../support/processPods";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";

describe("kubectl with pods that run as processes", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;
  let kubectl: Kubectl;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "kubectl");
    kubectl = await kubectlFor(cluster, namespace);
    const script = "echo one; echo two >&2; echo three; exec sleep 600";
    const secret = { env: [{ name: "GREETING", value: "hello" }] };
    await createScriptPod(cluster, namespace, "server", script, secret, { terminationGracePeriodSeconds: 0 });
    await untilPrinted(cluster, namespace, "server", "three");
  });

  after(async () => {
    await removeNamespace(cluster, namespace);
    kubectl.remove();
  });

  it("logs shows both streams in order", async () => {
    const { stdout } = await kubectl(["logs", "server"]);
    assert.deepEqual(stdout.split("\n").filter(Boolean).sort(), ["one", "three", "two"]);
  });

  it("logs --tail shows the last lines", async () => {
    const { stdout } = await kubectl(["logs", "server", "--tail=1"]);
    assert.equal(stdout.split("\n").length, 2);
  });

  it("logs --timestamps puts the time before each line", async () => {
    const { stdout } = await kubectl(["logs", "server", "--timestamps", "--tail=1"]);
    assert.match(stdout, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z (one|two|three)\n$/);
  });

  it("logs --since-time shows nothing that is older", async () => {
    const { stdout } = await kubectl(["logs", "server", "--since-time=2999-01-01T00:00:00Z"]);
    assert.equal(stdout, "");
  });

  it("logs --limit-bytes ends after so many bytes", async () => {
    const { stdout } = await kubectl(["logs", "server", "--limit-bytes=5"]);
    assert.equal(Buffer.byteLength(stdout), 5);
  });

  it("logs -f ends with the container, after its last line", async () => {
    await createScriptPod(cluster, namespace, "followed", "echo begin; read line < input; echo $line; echo end", {
      ...{ workingDir: "/work", command: ["/bin/sh", "-c", "mkfifo input; exec /app/main.sh"] },
    });
    await untilPrinted(cluster, namespace, "followed", "begin");
    const followed = kubectl(["logs", "-f", "followed"]);
    await kubectl(["exec", "followed", "--", "/bin/sh", "-c", "echo middle > input"]);
    assert.equal((await followed).stdout, "begin\nmiddle\nend\n");
  });

  it("logs shows a container that has ended", async () => {
    await createScriptPod(cluster, namespace, "over", "echo done");
    await untilPhase(cluster, namespace, "over", "Succeeded");
    assert.equal((await kubectl(["logs", "over"])).stdout, "done\n");
  });

  it("logs --previous shows the instance before the one that runs", async () => {
    const script =
      'cd "$(dirname "$0")/../kept"; echo x >> count; echo "attempt $(wc -l < count)"; [ -e second ] && exec sleep 600; touch second; exit 1';
    await createScriptPod(
      cluster,
      namespace,
      "again",
      script,
      { volumeMounts: [{ name: "kept", mountPath: "/kept" }] },
      { restartPolicy: "OnFailure", terminationGracePeriodSeconds: 0, volumes: [{ name: "kept", emptyDir: {} }] },
    );
    await untilPrinted(cluster, namespace, "again", "attempt 2");
    await untilContainer(
      cluster,
      namespace,
      "again",
      "runs again",
      ({ restartCount, state }) => restartCount === 1 && state?.running !== undefined,
    );
    assert.equal((await kubectl(["logs", "again"])).stdout, "attempt 2\n");
    assert.equal((await kubectl(["logs", "again", "--previous"])).stdout, "attempt 1\n");
  });

  it("logs --previous says that there is none", async () => {
    const { exitCode, stderr } = await kubectl(["logs", "server", "--previous"]);
    assert.equal(exitCode, 1);
    assert.match(stderr, /previous terminated container "main" in pod "server" not found/);
  });

  it("exec runs a command in the container's folder, with its environment and paths", async () => {
    const { stdout, exitCode } = await kubectl([
      "exec",
      "server",
      "--",
      "/bin/sh",
      "-c",
      "echo $GREETING; cat /app/main.sh",
    ]);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^hello\n#!\/bin\/sh\n/);
  });

  it("exec hands on the exit code and keeps the streams apart", async () => {
    const { exitCode, stdout, stderr } = await kubectl([
      "exec",
      "server",
      "--",
      "sh",
      "-c",
      "echo out; echo err >&2; exit 42",
    ]);
    assert.equal(exitCode, 42);
    assert.equal(stdout, "out\n");
    assert.match(stderr, /^err\ncommand terminated with exit code 42\n$/);
  });

  it("exec -i hands on the input", async () => {
    const { stdout } = await kubectl(["exec", "-i", "server", "--", "tr", "a-z", "A-Z"], "shout\n");
    assert.equal(stdout, "SHOUT\n");
  });

  it("exec -t gives the command a terminal", async () => {
    // kubectl asks for a terminal only when it has one itself: the request is made as it would make it.
    const output = new PassThrough();
    const chunks: Buffer[] = [];
    output.on("data", (chunk: Buffer) => chunks.push(chunk));
    const status = await new Promise((resolve, reject) => {
      new Exec(cluster.config)
        .exec(namespace, "server", "main", ["sh", "-c", "tty; exit 3"], output, null, null, true, resolve)
        .catch(reject);
    });
    assert.match(Buffer.concat(chunks).toString(), /^\/dev\/(pts\/\d+|ttys\d+)\r\n$/);
    assert.equal((status as { details?: { causes?: { message: string }[] } }).details?.causes?.[0]?.message, "3");
  });

  it("exec names a program that does not exist", async () => {
    const { exitCode, stderr } = await kubectl(["exec", "server", "--", "no-such-program"]);
    assert.equal(exitCode, 1);
    assert.match(stderr, /executable file not found in \$PATH/);
  });

  it("exec in a simulated container says that there is no process", async () => {
    await createPod(cluster, namespace, "simulated", {});
    await untilPhase(cluster, namespace, "simulated", "Running");
    const { exitCode, stderr } = await kubectl(["exec", "simulated", "--", "true"]);
    assert.notEqual(exitCode, 0);
    assert.match(stderr, /simulates this container/);
  });

  it("describe shows state, events and what the probes say", async () => {
    const { stdout } = await kubectl(["describe", "pod", "server"]);
    assert.match(stdout, /State:\s+Running/);
    assert.match(stdout, /Image ID:\s+scripts\.example\.com\/kubectl-server@sha256:/);
    assert.match(stdout, /Normal\s+Started/);
  });

  it("port-forward reaches a server of the pod", async () => {
    // What listens on the machine listens in every pod: there are no network namespaces.
    const server = createServer((_, response) => response.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const forward = kubectl.start(["port-forward", "pod/server", `:${port}`]);
    let output = "";
    forward.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const local = await eventually("the port is forwarded", async () => /127\.0\.0\.1:(\d+) ->/.exec(output)?.[1]);
    const answer = await fetch(`http://127.0.0.1:${local}/`);
    assert.equal(await answer.text(), "reached");
    forward.kill("SIGKILL");
    server.close();
  });
});
