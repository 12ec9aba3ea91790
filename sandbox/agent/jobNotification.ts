import { connect, type Socket } from "node:net";
import type { Misbehaviour } from "./misbehaviour";

/**
 * Tells who provides the machine about jobs, over a socket (azure-pipelines-agent JobNotification.cs). Messages have no separator
 * between them: `Starting job: <id>`, `Finished job: <id>`, and `<EOF>` at the listener's end.
 */
export class JobNotification {
  private constructor(
    private readonly socket: Socket | undefined,
    private readonly silent = false,
  ) {}

  /** Without an address, or when nobody listens there, nothing is told and nothing fails. */
  static async open(
    address: string | undefined,
    silence?: Misbehaviour["silentNotifications"],
  ): Promise<JobNotification> {
    if (silence === "unconnected") {
      return new JobNotification(undefined);
    }
    const [, host, port] = /^(\d+(?:\.\d+){3}):(\d+)$/.exec(address ?? "") ?? [];
    if (host === undefined) {
      return new JobNotification(undefined);
    }
    return new Promise((resolve) => {
      const socket = connect({ host, port: Number(port) });
      socket.once("connect", () => resolve(new JobNotification(socket.unref(), silence === "connected")));
      socket.once("error", () => resolve(new JobNotification(undefined)));
      // A reader that goes away later is not missed.
      socket.on("error", () => undefined);
    });
  }

  started(jobId: string): void {
    this.tell(`Starting job: ${jobId}`);
  }

  finished(jobId: string): void {
    this.tell(`Finished job: ${jobId}`);
  }

  private tell(message: string): void {
    if (!this.silent) {
      this.socket?.write(message);
    }
  }

  close(): Promise<void> {
    const { socket } = this;
    return socket === undefined || socket.destroyed
      ? Promise.resolve()
      : new Promise((resolve) => {
          socket.once("close", () => resolve());
          socket.end("<EOF>", () => resolve());
        });
  }
}
