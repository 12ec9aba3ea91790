import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { Departure } from "../agent/departure";
import type { Log } from "../log";
import type { Status } from "../agent/status";
import { parseRequest, type ControlAnswer } from "./messages";

/** How often a drain that waits is told that `run` lives, in milliseconds. */
const heartbeatMilliseconds = 5_000;
/** How long `run` waits for a drain to take its answer, and for its process to end afterwards. */
const farewell = { answer: 5_000, end: 300 } as const;

/** Answers `health` and `drain` of the same container. */
export class ControlServer {
  private readonly draining = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly status: Status,
    private readonly departure: Departure,
    private readonly log: Log,
  ) {}

  /** @throws when the socket cannot be made */
  static async open(address: string, status: Status, departure: Departure, log: Log): Promise<ControlServer> {
    const server = createServer();
    const control = new ControlServer(server, status, departure, log);
    server.on("connection", (socket) => control.serve(socket));
    await listen(server, address);
    return control;
  }

  /** Gives every drain its answer before the process ends: on Windows, they end together. */
  async close(exitCode: number): Promise<void> {
    this.server.close();
    const waiting = [...this.draining];
    await Promise.all(waiting.map((socket) => deliver(socket, { stage: "gone", exitCode })));
    if (waiting.length > 0) {
      await delay(farewell.end);
    }
  }

  private serve(socket: Socket): void {
    socket.on("error", () => socket.destroy());
    createInterface({ input: socket })
      .once("line", (line) => {
        const request = parseRequest(line);
        if (request === undefined) {
          socket.destroy();
        } else if (request.command === "status") {
          socket.end(lineOf({ stage: this.status.stage }));
        } else {
          this.drain(socket);
        }
      })
      .on("error", () => socket.destroy());
  }

  private drain(socket: Socket): void {
    this.draining.add(socket);
    if (!this.departure.isAsked) {
      this.log.info("leave", "Told to drain: the agent goes out of service.");
      this.departure.ask();
    }
    const beat = () => socket.write(lineOf({ stage: this.status.stage }));
    beat();
    const heart = setInterval(beat, heartbeatMilliseconds);
    socket.once("close", () => {
      clearInterval(heart);
      this.draining.delete(socket);
    });
  }
}

async function listen(server: Server, address: string): Promise<void> {
  const isFile = !address.startsWith("\\\\");
  if (isFile) {
    mkdirSync(dirname(address), { recursive: true, mode: 0o700 });
    // What a killed process has left.
    rmSync(address, { force: true });
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
  if (isFile) {
    chmodSync(address, 0o600);
  }
}

function deliver(socket: Socket, answer: ControlAnswer): Promise<unknown> {
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.end(lineOf(answer));
  return Promise.race([closed, delay(farewell.answer, undefined, { ref: false })]);
}

function lineOf(answer: ControlAnswer): string {
  return `${JSON.stringify(answer)}\n`;
}
