import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { StateFile } from "../stateFile";
import { ArmError } from "./errors";
import type { JsonObject } from "./json";

const mostKept = 200;

/** Work that outlives the request that started it. */
export interface Operation {
  readonly id: string;
  readonly resourceId: string;
  readonly kind: "write" | "remove";
  readonly startTime: string;
  status: "InProgress" | "Succeeded" | "Failed" | "Canceled";
  endTime?: string;
  error?: { readonly code: string; readonly message: string };
  /** Lets a client that follows a create see why it shall fail. */
  fault?: { readonly code: string; readonly message: string };
}

/** The long-running operations, finished and unfinished ones; unfinished ones can be resumed after a restart. */
export class OperationStore {
  private readonly file: StateFile<Operation[]>;
  private readonly operations: Map<string, Operation>;
  private readonly closing = new AbortController();
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    path: string,
    private readonly durationFactor: number,
    private readonly now: () => Date,
  ) {
    this.file = new StateFile(path);
    this.operations = new Map((this.file.load() ?? []).map((operation) => [operation.id, operation]));
  }

  /** Seconds that a client shall wait between two looks. */
  get retryAfterSeconds(): number {
    return this.durationFactor === 0 ? 0 : Math.max(1, Math.round(this.durationFactor * 10));
  }

  get(id: string): Operation | undefined {
    return this.operations.get(id);
  }

  unfinished(): Operation[] {
    return [...this.operations.values()].filter(({ status }) => status === "InProgress");
  }

  start(resourceId: string, kind: Operation["kind"], fault: Operation["fault"]): Operation {
    const operation: Operation = {
      id: randomUUID(),
      resourceId,
      kind,
      startTime: this.now().toISOString(),
      status: "InProgress",
      ...(fault === undefined ? {} : { fault }),
    };
    this.forgetOldest();
    this.operations.set(operation.id, operation);
    this.save();
    return operation;
  }

  /**
   * Does the work in the background, for at least as long as Azure takes times the duration factor, and then records how it ended.
   * Closing the emulator leaves the operation unfinished, for the next start to resume.
   */
  run(
    operation: Operation,
    seconds: number,
    work: () => Promise<void>,
    ended: (error: ArmError | undefined) => void,
  ): void {
    const running = this.carryOut(operation, seconds, work, ended).finally(() => {
      this.running.delete(operation.id);
    });
    this.running.set(operation.id, running);
  }

  /** Resolves when the operations that match, of those under way now, have ended. */
  async settled(matches: (operation: Operation) => boolean): Promise<void> {
    const waited = this.unfinished().filter(matches);
    await Promise.all(waited.map(({ id }) => this.running.get(id) ?? Promise.resolve()));
  }

  /** Waits a moment for work that is about to end; what goes on is resumed by the next start. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.race([Promise.all(this.running.values()), delay(1000, undefined, { ref: false })]);
  }

  private async carryOut(
    operation: Operation,
    seconds: number,
    work: () => Promise<void>,
    ended: (error: ArmError | undefined) => void,
  ): Promise<void> {
    let failure: ArmError | undefined;
    try {
      const { fault } = operation;
      // The work is part of the time that the operation takes, unless it takes longer.
      const [waited, worked] = await Promise.allSettled([
        delay(seconds * 1000 * this.durationFactor, undefined, { signal: this.closing.signal }),
        fault === undefined ? work() : Promise.reject(new ArmError(500, fault.code, fault.message)),
      ]);
      const failed = [waited, worked].find((outcome) => outcome.status === "rejected");
      if (failed !== undefined) {
        throw failed.reason;
      }
    } catch (error) {
      if (this.closing.signal.aborted) {
        return;
      }
      failure = error instanceof ArmError ? error : new ArmError(500, "InternalOperationError", String(error));
    }
    ended(failure);
    operation.status = failure === undefined ? "Succeeded" : "Failed";
    operation.endTime = this.now().toISOString();
    if (failure !== undefined) {
      operation.error = { code: failure.code, message: failure.message };
    }
    this.save();
  }

  /** Azure forgets finished operations after a while, too. */
  private forgetOldest(): void {
    const finished = [...this.operations.values()].filter(({ status }) => status !== "InProgress");
    for (const { id } of finished.slice(0, Math.max(0, finished.length - mostKept))) {
      this.operations.delete(id);
    }
  }

  private save(): void {
    this.file.save([...this.operations.values()]);
  }
}

/** The operation resource that `Azure-AsyncOperation` points to. */
export function operationBody(operation: Operation, path: string): JsonObject {
  const { status, startTime, endTime, error } = operation;
  return {
    id: path,
    name: operation.id,
    status,
    startTime,
    ...(endTime === undefined ? {} : { endTime }),
    ...(error === undefined ? {} : { error }),
  };
}
