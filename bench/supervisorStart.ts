import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writeBundle } from "../images/bundle";
import { absolute, relative, type Measurement } from "./measurement";

const rounds = 11;
const agentName = "agent-1";

/** A listener that does nothing: `run` writes its process and the time of its start, in nanoseconds. */
const instantListener = `#!/bin/sh
[ "$1" = run ] || exit 0
echo "$$ $(date +%s%N)" > "$STARTED.new" && mv "$STARTED.new" "$STARTED"
exec sleep 60
`;

/**
 * What the documented start script cannot do without (learn.microsoft.com/azure/devops/pipelines/agents/docker): look the package
 * up, download and unpack it, configure, run. The package of the benchmark has a few hundred bytes; the real one has far more
 * than 100 MB.
 */
const documentedScript = `#!/bin/bash -e
rm -rf "$FOLDER/documented"
mkdir -p "$FOLDER/documented"
cd "$FOLDER/documented"
printf %s "$AZP_TOKEN" > .token
PACKAGES=$(curl -LsS -u "user:$(cat .token)" -H "Accept:application/json" \\
  "$AZP_URL/_apis/distributedtask/packages/agent?platform=linux-x64&top=1")
PACKAGE=$(echo "$PACKAGES" | sed -n 's/.*"downloadUrl":"\\([^"]*\\)".*/\\1/p')
curl -LsS "$PACKAGE" | tar -xz & wait $!
./config.sh --unattended --agent "$AZP_AGENT_NAME" --url "$AZP_URL" --auth PAT \\
  --token "$(cat .token)" --pool "$AZP_POOL" --work _work --replace --acceptTeeEula
./run.sh & wait $!
`;

/** The scripts of the package through which it goes, at their shortest (azure-pipelines-agent layoutroot). */
const packageScripts = {
  "config.sh": 'DIR="$(cd "$(dirname "$0")" && pwd)"\n"$DIR/bin/Agent.Listener" configure "$@"\n',
  "run.sh": 'DIR="$(cd "$(dirname "$0")" && pwd)"\n"$DIR/bin/Agent.Listener" run "$@"\n',
};

/** Time from the start of the container's process to the start of a listener that needs none itself, beside a bare script. */
export async function supervisorStart(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "supervisor-start-"));
  const supervisor = await layContainer(folder);
  const service = await startService(packed(join(folder, "agent")));
  try {
    const script = join(folder, "start.sh");
    writeExecutable(script, documentedScript);
    const times: Record<"supervisor" | "script", number[]> = { supervisor: [], script: [] };
    for (let round = 0; round < rounds; round += 1) {
      // One after the other, so that a busy moment hits both.
      times.supervisor.push(await secondsToListener(folder, service, process.execPath, [supervisor, "run"]));
      times.script.push(await secondsToListener(folder, service, "/bin/bash", [script]));
    }
    return [
      relative("Supervisor: process start to listener start", "s", times.supervisor, times.script, 2),
      absolute("Supervisor: agent package downloaded at start", "MiB", [service.packageBytes() / 2 ** 20], 0),
    ];
  } finally {
    service.server.close();
    service.server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Service {
  readonly server: Server;
  readonly url: string;
  /** Forgets the agent, for the next start. */
  reset(): void;
  /** Bytes that were served to the supervisor of anything but pools and agents. */
  packageBytes(): number;
}

/** What a start asks of Azure DevOps: the agent is there as soon as `configure` has had its time. */
async function startService(agentPackage: Buffer): Promise<Service> {
  let looks = 0;
  let bytes = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const agent = { id: 1, name: agentName, enabled: true, status: "offline", createdOn: new Date().toISOString() };
    let answer: string | Buffer = JSON.stringify({ count: 1, value: [{ id: 1, name: "bench" }] });
    if (path.includes("/packages/agent")) {
      answer = JSON.stringify({ count: 1, value: [{ downloadUrl: `http://${request.headers.host}/package.tar.gz` }] });
    } else if (path === "/package.tar.gz") {
      answer = agentPackage;
    } else if (path.includes("/agents")) {
      looks += 1;
      answer = JSON.stringify(looks === 1 ? { count: 0, value: [] } : { count: 1, value: [agent] });
    }
    if (!path.includes("/pools") && request.headers["user-agent"]?.startsWith("curl") !== true) {
      bytes += answer.length;
    }
    response.setHeader("content-type", "application/json").end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    server,
    url: `http://127.0.0.1:${port}/contoso`,
    reset: () => (looks = 0),
    packageBytes: () => bytes,
  };
}

/** @returns the supervisor's file */
async function layContainer(folder: string): Promise<string> {
  const supervisor = join(folder, "supervisor.js");
  await writeBundle("supervisor", supervisor);
  mkdirSync(join(folder, "agent", "bin"), { recursive: true });
  writeExecutable(join(folder, "agent", "bin", "Agent.Listener"), instantListener);
  for (const [name, text] of Object.entries(packageScripts)) {
    writeExecutable(join(folder, "agent", name), `#!/bin/bash\n${text}`);
  }
  return supervisor;
}

function packed(folder: string): Buffer {
  return execFileSync("tar", ["-cz", "-C", folder, "."]);
}

function writeExecutable(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

async function secondsToListener(folder: string, service: Service, file: string, args: string[]): Promise<number> {
  const started = join(folder, "started");
  rmSync(started, { force: true });
  service.reset();
  const startedAt = Date.now();
  const child = spawn(file, args, {
    env: {
      PATH: "/usr/bin:/bin",
      FOLDER: folder,
      STARTED: started,
      AZP_URL: service.url,
      AZP_POOL: "bench",
      AZP_AGENT_NAME: agentName,
      AZP_TOKEN: "a-token-of-the-benchmark",
    },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const deadline = startedAt + 30_000;
  while (!existsSync(started)) {
    if (Date.now() > deadline || child.exitCode !== null) {
      throw new Error(`${file} ${args.join(" ")} has not started the listener.`);
    }
    await delay(5);
  }
  const [pid = "0", nanoseconds = "0"] = readFileSync(started, "utf8").trim().split(" ");
  child.kill("SIGKILL");
  await ended;
  if (Number(pid) !== child.pid) {
    process.kill(Number(pid), "SIGKILL");
  }
  return Number(nanoseconds) / 1e9 - startedAt / 1000;
}
