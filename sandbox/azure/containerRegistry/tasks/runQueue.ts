import { setTimeout as delay } from "node:timers/promises";
import { sameId } from "../../armPath";
import { textAt } from "../../json";
import type { ResourceStore, StoredResource } from "../../store";
import type { ImageBuilder } from "../imageBuilder";
import { buildOrder } from "./buildOrder";
import { carryOutRun, type RunOutcome, type RunTime } from "./carryOutRun";
import { buildOf, isFinished, registryOfRun, runType, statusOf, updateRun } from "./run";
import { runEnding } from "./runEnding";
import { RunLog } from "./runLog";
import { logBlob, type TaskFiles } from "./taskFiles";

/** Runs of one registry that are built at the same time; the others wait. An assumption: no page tells a number. */
const concurrentRuns = 4;

interface RunUnderWay {
  readonly registryId: string;
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
}

export interface RunQueueParts {
  readonly store: ResourceStore;
  readonly files: TaskFiles;
  readonly builder: ImageBuilder;
  readonly time: RunTime;
  readonly now: () => Date;
}

/** The runs that wait or are being built. What is left unfinished by the end of the emulator is built again by the next one. */
export class RunQueue {
  private waiting: string[] = [];
  private readonly underWay = new Map<string, RunUnderWay>();
  private readonly secrets = new Map<string, Readonly<Record<string, string>>>();
  private closing = false;

  constructor(private readonly parts: RunQueueParts) {}

  /** @param secrets Values of the secret build arguments. */
  add(id: string, secrets: Readonly<Record<string, string>>): void {
    this.secrets.set(id, secrets);
    this.waiting.push(id);
    setImmediate(() => this.startNext());
  }

  /** Ends a run that waits or is being built. */
  cancel(id: string): void {
    const under = this.underWay.get(id);
    if (under !== undefined) {
      under.cancel.abort();
      return;
    }
    this.waiting = this.waiting.filter((other) => other !== id);
    const run = this.parts.store.get(id);
    if (run !== undefined) {
      this.finish(run, { status: "Canceled", images: [] });
    }
  }

  /** Ends all of a registry that is being deleted. */
  async forget(registryId: string): Promise<void> {
    const ofRegistry = [...this.underWay.values()].filter((run) => sameId(run.registryId, registryId));
    this.waiting = this.waiting.filter((id) => !id.toLowerCase().startsWith(`${registryId.toLowerCase()}/`));
    ofRegistry.forEach(({ cancel }) => cancel.abort());
    await Promise.all(ofRegistry.map(({ ended }) => ended));
  }

  /** Takes up the runs that an earlier emulator has left unfinished, in their order. */
  resume(): void {
    for (const run of this.parts.store.ofType(runType).filter((run) => !isFinished(run))) {
      if (buildOf(run).buildArguments.some(({ value }) => value === undefined)) {
        const errorMessage = "The emulator was restarted and does not keep the values of secret build arguments.";
        this.finish(run, { status: "Error", images: [], errorMessage });
      } else {
        this.change(run.id, { status: "Queued", startTime: undefined });
        this.add(run.id, {});
      }
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    this.waiting = [];
    const all = [...this.underWay.values()];
    all.forEach(({ cancel }) => cancel.abort());
    await Promise.race([Promise.all(all.map(({ ended }) => ended)), delay(1000, undefined, { ref: false })]);
  }

  private startNext(): void {
    const next = this.waiting.find((id) => this.mayStart(id));
    if (next === undefined || this.closing) {
      return;
    }
    this.waiting = this.waiting.filter((id) => id !== next);
    const run = this.parts.store.get(next);
    if (run !== undefined) {
      const cancel = new AbortController();
      const ended = this.carryOut(run, cancel.signal)
        .catch((error: unknown) => this.breakOff(next, String(error)))
        .finally(() => {
          this.underWay.delete(next);
          this.startNext();
        });
      this.underWay.set(next, { registryId: registryOfRun(run), cancel, ended });
    }
    this.startNext();
  }

  private mayStart(id: string): boolean {
    const run = this.parts.store.get(id);
    const registryId = run === undefined ? "" : registryOfRun(run);
    const ofRegistry = [...this.underWay.values()].filter((other) => sameId(other.registryId, registryId));
    return ofRegistry.length < concurrentRuns;
  }

  private async carryOut(run: StoredResource, cancelled: AbortSignal): Promise<void> {
    const { builder, time, now, store, files } = this.parts;
    const registry = store.get(registryOfRun(run));
    if (registry === undefined) {
      return;
    }
    const log = this.log(run);
    const order = buildOrder(run, registry, files, this.secrets.get(run.id) ?? {});
    this.change(run.id, { status: "Started", startTime: now().toISOString() });
    log.start();
    this.change(run.id, { status: "Running" });
    const outcome = await carryOutRun({ run, registry, order, log }, builder, store, time, cancelled);
    if (!this.closing) {
      this.finish(store.get(run.id) ?? run, outcome);
    }
  }

  private finish(run: StoredResource, outcome: RunOutcome): void {
    const { now, store } = this.parts;
    if (!store.has(run.id)) {
      return;
    }
    const log = this.log(run);
    this.secrets.delete(run.id);
    if (statusOf(run) === "Queued") {
      log.start();
    }
    log.line(runEnding(run, outcome, now()));
    const registry = textAt(store.get(registryOfRun(run))?.body, "properties.loginServer");
    this.change(run.id, {
      status: outcome.status,
      finishTime: now().toISOString(),
      ...(outcome.images.length === 0 ? {} : { outputImages: outcome.images.map((image) => ({ registry, ...image })) }),
      ...(outcome.errorMessage === undefined ? {} : { runErrorMessage: outcome.errorMessage }),
    });
  }

  /** For what goes wrong outside of the build, such as a log that cannot be written. */
  private breakOff(id: string, runErrorMessage: string): void {
    this.change(id, { status: "Error", finishTime: this.parts.now().toISOString(), runErrorMessage });
  }

  private log(run: StoredResource): RunLog {
    const path = this.parts.files.path(logBlob(registryOfRun(run), run.name));
    return new RunLog(path, Object.values(this.secrets.get(run.id) ?? {}), this.parts.now);
  }

  private change(id: string, properties: Readonly<Record<string, unknown>>): void {
    updateRun(id, properties, this.parts.store, this.parts.now());
  }
}
