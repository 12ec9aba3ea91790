import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { win32 } from "node:path";
import { promisify } from "node:util";
import type { Platform } from "./platform";

/** What the module does to the system, as a parameter: it is tested where there is no Windows. */
export interface WindowsCalls {
  /** Runs a program to its end. @throws when it does not end with 0. */
  readonly run: (file: string, args: readonly string[]) => Promise<{ readonly stdout: string }>;
  /** On Windows, Node ends the process with TerminateProcess, whatever the signal. */
  readonly kill: (pid: number) => void;
  /** Value of `SystemRoot`. */
  readonly systemRoot: string;
}

/** Longest that a program of the system may take, in milliseconds. */
const timeout = 30_000;

const systemCalls: WindowsCalls = {
  run: (file, args) => promisify(execFile)(file, [...args], { timeout, windowsHide: true }),
  kill: (pid) => {
    process.kill(pid);
  },
  systemRoot: process.env["SystemRoot"] ?? "C:\\Windows",
};

const worker = "Agent.Worker.exe";
const listener = "Agent.Listener.exe";

export function windows({ run, kill, systemRoot }: WindowsCalls = systemCalls): Platform {
  // By absolute path: a job's PATH, or a file in the work folder, must not decide what runs here.
  const system = (...path: string[]) => win32.join(systemRoot, "System32", ...path);
  const attempt = async (file: string, args: readonly string[]) => {
    try {
      await run(file, args);
    } catch {
      // The process has ended by itself, or the kill that follows in any case has to do.
    }
  };
  const killImage = (image: string) => attempt(system("taskkill.exe"), ["/F", "/T", "/IM", image]);
  return {
    environmentCaseSensitive: false,
    listenerFile: (agentFolder) => win32.join(agentFolder, "bin", listener),
    controlAddress: (supervisorFile) => {
      const hash = createHash("sha256").update(supervisorFile.toLowerCase()).digest("hex").slice(0, 16);
      return `\\\\.\\pipe\\azp-supervisor-${hash}`;
    },
    // .NET and most programs ask the machine's store, which an administrator of the container may add to
    // (learn.microsoft.com/windows-server/administration/windows-commands/certutil).
    trust: async (certificateFiles) => {
      for (const file of certificateFiles) {
        await run(system("certutil.exe"), ["-f", "-addstore", "Root", file]);
      }
    },
    stop: async (pid) => {
      try {
        kill(pid);
      } catch {
        // It has ended by itself.
      }
    },
    interrupt: (pid) =>
      attempt(system("WindowsPowerShell", "v1.0", "powershell.exe"), [
        "-NoProfile",
        "-NonInteractive",
        "-Command",
        controlC(pid),
      ]),
    killTree: async (pid) => {
      if (pid !== undefined) {
        await attempt(system("taskkill.exe"), ["/F", "/T", "/PID", String(pid)]);
      }
      // A container has one agent: what is left of these programs is an orphan of it.
      await killImage(listener);
      await killImage(worker);
    },
    workerRuns: async () => {
      try {
        const args = ["/FI", `IMAGENAME eq ${worker}`, "/FO", "CSV", "/NH"];
        const { stdout } = await run(system("tasklist.exe"), args);
        return stdout.toLowerCase().includes(worker.toLowerCase());
      } catch {
        // Not knowing is no reason to end a job.
        return true;
      }
    },
  };
}

/**
 * Windows has no signals between processes: a process must belong to a console to send Ctrl-C to it, and the helper gives up its own
 * one for that of the listener (learn.microsoft.com/windows/console/generateconsolectrlevent).
 */
function controlC(pid: number): string {
  const imports = ["FreeConsole()", "AttachConsole(uint p)", "SetConsoleCtrlHandler(IntPtr h, bool a)"]
    .concat("GenerateConsoleCtrlEvent(uint e, uint g)")
    .map((signature) => `[DllImport("kernel32.dll")] public static extern bool ${signature};`)
    .join(" ");
  return [
    `Add-Type -Namespace Azp -Name Console -MemberDefinition '${imports}'`,
    "[void][Azp.Console]::FreeConsole()",
    `if (-not [Azp.Console]::AttachConsole(${pid})) { exit 1 }`,
    "[void][Azp.Console]::SetConsoleCtrlHandler([IntPtr]::Zero, $true)",
    "if (-not [Azp.Console]::GenerateConsoleCtrlEvent(0, 0)) { exit 1 }",
  ].join("; ");
}
