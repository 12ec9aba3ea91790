import { setTimeout as delay } from "node:timers/promises";
import type { V1Container, V1Probe } from "@kubernetes/client-node";
import type { ContainerInside } from "../containerRunner";
import { probeOnce } from "./probeOnce";

/** What probes say about a container: its status shows both. */
export interface Readiness {
  readonly started: boolean;
  readonly ready: boolean;
}

export interface ContainerProbesOptions {
  readonly container: V1Container;
  readonly inside: ContainerInside;
  /** Length of a second of delays and periods; time-outs are not shortened, since commands need their time. */
  readonly secondMilliseconds: number;
  readonly signal: AbortSignal;
  readonly onChange: (readiness: Readiness) => void;
  /** Told each failure, in kubelet's words. */
  readonly onUnhealthy: (message: string) => void;
  /** The container has to be restarted. */
  readonly onDead: (kind: ProbeKind, probe: V1Probe) => void;
}

export type ProbeKind = "Startup" | "Liveness" | "Readiness";

/** The readiness of a container before its first probe. */
export function initialReadiness({ startupProbe, readinessProbe }: V1Container): Readiness {
  const started = startupProbe === undefined;
  return { started, ready: started && readinessProbe === undefined };
}

/** Probes a running container until the signal comes. The startup probe goes before the others (pkg/kubelet/prober). */
export async function probeContainer(options: ContainerProbesOptions): Promise<void> {
  const { startupProbe, livenessProbe, readinessProbe } = options.container;
  const startedAt = Date.now();
  const watch = (kind: ProbeKind, probe: V1Probe | undefined, onTurn: (success: boolean) => boolean) =>
    probe === undefined ? Promise.resolve() : watchProbe(kind, probe, startedAt, options, onTurn);
  const dies = (kind: ProbeKind, probe: V1Probe | undefined) => (success: boolean) => {
    if (!success && probe !== undefined) {
      options.onDead(kind, probe);
    }
    // The startup probe has done its work after its first success, the liveness probe goes on.
    return success && kind === "Liveness";
  };
  await watch("Startup", startupProbe, dies("Startup", startupProbe));
  if (options.signal.aborted) {
    return;
  }
  if (startupProbe !== undefined) {
    options.onChange({ started: true, ready: readinessProbe === undefined });
  }
  await Promise.all([
    watch("Liveness", livenessProbe, dies("Liveness", livenessProbe)),
    watch("Readiness", readinessProbe, (ready) => {
      options.onChange({ started: true, ready });
      return true;
    }),
  ]);
}

/** Calls back each time that a threshold is reached anew; ends when the callback says so. */
async function watchProbe(
  kind: ProbeKind,
  probe: V1Probe,
  startedAt: number,
  options: ContainerProbesOptions,
  onTurn: (success: boolean) => boolean,
): Promise<void> {
  const { signal, secondMilliseconds: second, container, inside } = options;
  const thresholds = { success: probe.successThreshold ?? 1, failure: probe.failureThreshold ?? 3 };
  let current: boolean | undefined;
  let run = { success: false, length: 0 };
  const firstAt = startedAt + (probe.initialDelaySeconds ?? 0) * second;
  await pause(Math.max(0, firstAt - Date.now()), signal);
  while (!signal.aborted) {
    const { success, output } = await probeOnce(probe, container, inside);
    if (signal.aborted) {
      return;
    }
    if (!success) {
      options.onUnhealthy(`${kind} probe failed: ${output}`);
    }
    run = success === run.success ? { success, length: run.length + 1 } : { success, length: 1 };
    if (run.length >= thresholds[success ? "success" : "failure"] && current !== success) {
      current = success;
      if (!onTurn(success)) {
        return;
      }
    }
    await pause((probe.periodSeconds ?? 10) * second, signal);
  }
}

/** Ends early, without an error, with the signal. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
