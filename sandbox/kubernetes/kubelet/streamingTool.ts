import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface RunningTool {
  readonly child: ChildProcess;
  readonly socket: string;
}

/** The program that speaks the streaming protocols of `kubectl exec` and `kubectl port-forward`. Started when first needed. */
export class StreamingTool {
  private folder: string | undefined;
  private running: Promise<RunningTool> | undefined;

  constructor(private readonly executable: string) {}

  /** A new connection to the program. @throws Error when it cannot be started. */
  async connect(): Promise<Socket> {
    this.running ??= this.start();
    const { socket } = await this.running;
    return new Promise((resolve, reject) => {
      const connection = connect(socket);
      connection.once("connect", () => resolve(connection));
      connection.once("error", reject);
    });
  }

  /** Ends the program, and with it all connections. */
  async stop(): Promise<void> {
    const running = await this.running?.catch(() => undefined);
    this.running = undefined;
    if (running !== undefined) {
      const ended = new Promise((resolve) => running.child.once("exit", resolve));
      running.child.kill("SIGKILL");
      await ended;
    }
    if (this.folder !== undefined) {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  private async start(): Promise<RunningTool> {
    // Nobody else can reach the socket in a folder of mode 700; the name is short, since a socket's path has 107 bytes at most.
    this.folder = mkdtempSync(join(tmpdir(), "aks-exec-"));
    const socket = join(this.folder, "socket");
    // Its input stays open as long as this process lives: its end is the program's.
    const child = spawn(this.executable, [socket], { detached: true, env: {}, stdio: ["pipe", "pipe", "ignore"] });
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`${this.executable} ended with exit code ${code}.`)));
    });
    child.once("exit", () => {
      this.running = undefined;
    });
    return { child, socket };
  }
}
