import type { FastifyInstance } from "fastify";

/** A failure that an emulator is told to produce. */
export interface Fault {
  /** HTTP method; absent: any. */
  readonly method?: string;
  /** Regular expression that the request's path and query must match. */
  readonly path: string;
  /** How many matching requests pass first. Default 0. */
  readonly skip?: number;
  /** How many matching requests are hit. Default 1. */
  readonly times?: number;
  readonly effect:
    | {
        readonly kind: "answer";
        readonly status: number;
        readonly body?: unknown;
        readonly headers?: Readonly<Record<string, string>>;
      }
    /** The request is accepted and its long-running operation fails afterwards. */
    | { readonly kind: "failOperation"; readonly code: string; readonly message: string }
    /** No answer ever comes. */
    | { readonly kind: "hang" };
}

/** The faults that an emulator still has to produce. */
export class Faults {
  private pending: { fault: Fault; pattern: RegExp; skip: number; times: number }[] = [];

  add(fault: Fault): void {
    this.pending.push({ fault, pattern: new RegExp(fault.path, "i"), skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  clear(): void {
    this.pending = [];
  }

  /** The fault that hits this request, if one does. Counts the request. */
  take(method: string, path: string): Fault | undefined {
    const entry = this.pending.find(
      ({ fault, pattern }) => (fault.method === undefined || fault.method === method) && pattern.test(path),
    );
    if (entry === undefined) {
      return undefined;
    }
    if (entry.skip > 0) {
      entry.skip -= 1;
      return undefined;
    }
    entry.times -= 1;
    if (entry.times === 0) {
      this.pending = this.pending.filter((other) => other !== entry);
    }
    return entry.fault;
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set when the operation that this request starts shall fail after it was accepted. */
    operationFault?: { readonly code: string; readonly message: string };
  }
}

/** Lets the faults act on a server's requests, and lets a client set them by `POST` and `DELETE /_sandbox/faults`. */
export function registerFaults(server: FastifyInstance, faults: Faults): void {
  server.post<{ Body: Fault | string }>("/_sandbox/faults", async ({ body }, reply) => {
    // Some emulators take every body as text, because their clients need an answer of theirs to a malformed one.
    faults.add(typeof body === "string" ? (JSON.parse(body) as Fault) : body);
    return reply.code(204).send();
  });
  server.delete("/_sandbox/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  server.addHook("onRequest", async (request, reply) => {
    const effect = request.url.startsWith("/_sandbox/") ? undefined : faults.take(request.method, request.url)?.effect;
    if (effect?.kind === "answer") {
      return reply
        .code(effect.status)
        .headers(effect.headers ?? {})
        .send(effect.body ?? "");
    }
    if (effect?.kind === "hang") {
      return new Promise<never>(() => undefined);
    }
    if (effect?.kind === "failOperation") {
      request.operationFault = { code: effect.code, message: effect.message };
    }
    return undefined;
  });
}
