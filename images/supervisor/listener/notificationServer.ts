import { createServer, type Server, type Socket } from "node:net";
import type { JobEvents } from "./listener";

const messages = /Starting job:|Finished job:/g;
/** Longest part of a message that may still be incomplete at the end of a chunk. */
const longestMessage = "Finished job:".length;

/** Receives what the listener tells of its jobs (azure-pipelines-agent JobNotification.cs). */
export class NotificationServer {
  private events: JobEvents | undefined;

  private constructor(
    private readonly server: Server,
    /** Host and port on loopback. */
    readonly address: string,
  ) {}

  static async open(): Promise<NotificationServer> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: "127.0.0.1", port: 0 }, resolve);
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const notifications = new NotificationServer(server, `127.0.0.1:${port}`);
    server.on("connection", (socket) => notifications.read(socket));
    server.unref();
    return notifications;
  }

  /** From now on, messages are those of another listener. */
  expect(events: JobEvents): void {
    this.events = events;
  }

  close(): void {
    this.server.close();
  }

  /** Messages follow each other without a separator, and may carry more than the job's number, which stays unread. */
  private read(socket: Socket): void {
    const events = this.events;
    let text = "";
    socket.unref().setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
      let end = 0;
      for (const match of text.matchAll(messages)) {
        end = match.index + match[0].length;
        if (match[0].startsWith("Starting")) {
          events?.jobStarted();
        } else {
          events?.jobFinished();
        }
      }
      text = text.slice(Math.max(end, text.length - longestMessage + 1));
    });
    // The listener may be killed at any time.
    socket.on("error", () => socket.destroy());
  }
}
