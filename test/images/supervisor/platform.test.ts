import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linux } from "../../../images/supervisor/platform/linux";
import { readProcessTable } from "../../../images/supervisor/platform/processTable";
import { windows } from "../../../images/supervisor/platform/windows";

describe("Supervisor: platform Windows", () => {
  interface Run {
    readonly file: string;
    readonly args: readonly string[];
  }

  function system(answer: (run: Run) => string | Error = () => "") {
    const runs: Run[] = [];
    const killed: number[] = [];
    const platform = windows({
      run: async (file, args) => {
        runs.push({ file, args });
        const result = answer({ file, args });
        if (result instanceof Error) {
          throw result;
        }
        return { stdout: result };
      },
      kill: (pid) => {
        if (pid === 404) {
          throw new Error("ESRCH");
        }
        killed.push(pid);
      },
      systemRoot: "D:\\Windows",
    });
    return { platform, runs, killed };
  }

  it("starts the listener itself, no script: Node cannot start .cmd files without a shell", () => {
    assert.equal(system().platform.listenerFile("C:\\azp\\agent"), "C:\\azp\\agent\\bin\\Agent.Listener.exe");
  });

  it("takes names of environment variables that differ by case alone for the same", () => {
    assert.equal(system().platform.environmentCaseSensitive, false);
  });

  it("is asked over a named pipe, the same for every spelling of the supervisor's path", () => {
    const { platform } = system();
    const address = platform.controlAddress("C:\\azp\\supervisor.js");
    assert.match(address, /^\\\\\.\\pipe\\azp-supervisor-[0-9a-f]{16}$/);
    assert.equal(platform.controlAddress("c:\\AZP\\Supervisor.js"), address);
    assert.notEqual(platform.controlAddress("C:\\azp2\\supervisor.js"), address);
  });

  it("adds each further certificate authority to the machine's store with certutil by its absolute path", async () => {
    const { platform, runs } = system();
    await platform.trust(["C:\\azp\\agent\\ca\\1.crt", "C:\\azp\\agent\\ca\\2.crt"]);
    const certutil = "D:\\Windows\\System32\\certutil.exe";
    assert.deepEqual(runs, [
      { file: certutil, args: ["-f", "-addstore", "Root", "C:\\azp\\agent\\ca\\1.crt"] },
      { file: certutil, args: ["-f", "-addstore", "Root", "C:\\azp\\agent\\ca\\2.crt"] },
    ]);
  });

  it("does not go on without a certificate authority that the machine's store refuses", async () => {
    const { platform } = system(() => new Error("0x80070005 access denied"));
    await assert.rejects(platform.trust(["C:\\azp\\agent\\ca\\1.crt"]), /access denied/);
  });

  it("stops an idle listener by termination, because Windows has no gentler way, and bears that it has ended", async () => {
    const { platform, runs, killed } = system();
    await platform.stop(42);
    await platform.stop(404);
    assert.deepEqual(killed, [42]);
    assert.deepEqual(runs, []);
  });

  it("interrupts with Ctrl-C on the listener's own console, through PowerShell by its absolute path", async () => {
    const { platform, runs } = system();
    await platform.interrupt(42);
    assert.equal(runs.length, 1);
    assert.equal(runs[0]?.file, "D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe");
    assert.deepEqual(runs[0].args.slice(0, 3), ["-NoProfile", "-NonInteractive", "-Command"]);
    const script = runs[0].args[3] ?? "";
    const order = ["::FreeConsole()", "::AttachConsole(42)", "::SetConsoleCtrlHandler([IntPtr]::Zero, $true)"]
      .concat("::GenerateConsoleCtrlEvent(0, 0)")
      .map((call) => script.indexOf(call));
    assert.equal(order.includes(-1), false, script);
    assert.deepEqual(
      order,
      [...order].sort((one, other) => one - other),
    );
  });

  it("goes on when the interruption fails: the kill comes anyway", async () => {
    await system(() => new Error("AttachConsole")).platform.interrupt(42);
  });

  it("kills the listener's tree and orphaned workers with taskkill by its absolute path", async () => {
    const { platform, runs } = system(() => new Error("ERROR: The process not found."));
    await platform.killTree(42, "C:\\azp\\agent");
    const taskkill = "D:\\Windows\\System32\\taskkill.exe";
    assert.deepEqual(runs, [
      { file: taskkill, args: ["/F", "/T", "/PID", "42"] },
      { file: taskkill, args: ["/F", "/T", "/IM", "Agent.Listener.exe"] },
      { file: taskkill, args: ["/F", "/T", "/IM", "Agent.Worker.exe"] },
    ]);
  });

  it("without a listener of its own, kills what there is of the agent", async () => {
    const { platform, runs } = system();
    await platform.killTree(undefined, "C:\\azp\\agent");
    assert.deepEqual(
      runs.map(({ args }) => args.join(" ")),
      ["/F /T /IM Agent.Listener.exe", "/F /T /IM Agent.Worker.exe"],
    );
  });

  it("sees a worker in the list of tasks, whose message for none is translated", async () => {
    const { platform, runs } = system(() => '"Agent.Worker.exe","5120","Services","0","61,944 K"\r\n');
    assert.equal(await platform.workerRuns("C:\\azp\\agent"), true);
    assert.deepEqual(runs, [
      {
        file: "D:\\Windows\\System32\\tasklist.exe",
        args: ["/FI", "IMAGENAME eq Agent.Worker.exe", "/FO", "CSV", "/NH"],
      },
    ]);
    const none = system(() => "INFORMATION: Es werden keine Aufgaben mit den angegebenen Kriterien ausgeführt.\r\n");
    assert.equal(await none.platform.workerRuns("C:\\azp\\agent"), false);
  });

  it("takes a worker for running when the list cannot be had, so that no job is ended by mistake", async () => {
    assert.equal(await system(() => new Error("timeout")).platform.workerRuns("C:\\azp\\agent"), true);
  });
});

describe("Supervisor: platform Linux", () => {
  let folder: string;
  let leftovers: number[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "platform-"));
    mkdirSync(join(folder, "bin"));
    leftovers = [];
  });
  afterEach(() => {
    for (const pid of leftovers) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended, as it should.
      }
    }
    rmSync(folder, { recursive: true });
  });

  function start(program: string, script: string) {
    const file = join(folder, "bin", program);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    const child = spawn(file, [], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
    leftovers.push(child.pid ?? 0);
    return child;
  }

  async function lineOf(child: ReturnType<typeof start>): Promise<string> {
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    return chunk.toString().trim();
  }

  it("has its socket beside the supervisor's file, or in a short place when that path is too long for a socket", () => {
    assert.equal(linux.controlAddress("/azp/supervisor.js"), "/azp/run/supervisor.sock");
    const deep = `/${"deep/".repeat(30)}supervisor.js`;
    assert.equal(Buffer.byteLength(linux.controlAddress(deep)) < 108, true);
    assert.equal(linux.controlAddress(deep), linux.controlAddress(deep));
    assert.notEqual(linux.controlAddress(deep), linux.controlAddress(`/x${deep}`));
  });

  it("sees a worker of its own folder, and not of another one", async () => {
    const worker = start("Agent.Worker", "echo up; sleep 60");
    await lineOf(worker);
    assert.equal(await linux.workerRuns(folder), true);
    assert.equal(await linux.workerRuns(`${folder}-other`), false);
  });

  it("stops with SIGINT and never with SIGTERM, of which version 5 of the agent dies at once", async () => {
    const listener = start(
      "Agent.Listener",
      "trap 'exit 7' INT; trap 'exit 9' TERM; echo up; while :; do sleep 0.1; done",
    );
    await lineOf(listener);
    await linux.stop(listener.pid ?? 0);
    const [code] = (await once(listener, "exit")) as [number];
    assert.equal(code, 7);
  });

  it("kills what descends from the listener, also what has lost its parent, and nothing else", async () => {
    const bystander = start("bystander", "echo up; sleep 60");
    const listener = start("Agent.Listener", "sh -c 'sleep 61 & sleep 62 & echo up; exit 0'; sleep 63");
    await Promise.all([lineOf(bystander), lineOf(listener)]);
    await linux.killTree(listener.pid, folder);
    const table = await readProcessTable();
    const left = table.filter(({ session }) => session === listener.pid);
    assert.deepEqual(left, []);
    assert.equal(
      table.some(({ pid }) => pid === bystander.pid),
      true,
    );
  });

  it("kills a worker whose listener it has not started", async () => {
    const worker = start("Agent.Worker", "echo up; sleep 64 & wait");
    await lineOf(worker);
    await linux.killTree(undefined, folder);
    assert.equal(await linux.workerRuns(folder), false);
  });

  it("bears that a process has ended already", async () => {
    const listener = start("Agent.Listener", "exit 0");
    await once(listener, "exit");
    await linux.stop(listener.pid ?? 0);
    await linux.killTree(listener.pid, folder);
  });
});
