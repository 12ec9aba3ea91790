import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { connect, type Socket } from "node:net";

interface RunningTool {
  readonly child: ChildProcess;
  readonly socket: string;
}

/** The program that speaks the streaming protocols of `kubectl exec` and `kubectl port-forward`. Started when first needed. */
export class StreamingTool {
  private running: Promise<RunningTool> | undefined;

  /** @param socketPath Where it is to listen: in a folder that nobody else can enter. */
  constructor(
    private readonly executable: string,
    private readonly socketPath: () => string,
  ) {}

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
      rmSync(running.socket, { force: true });
    }
  }

  private async start(): Promise<RunningTool> {
    const socket = this.socketPath();
    rmSync(socket, { force: true });
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
