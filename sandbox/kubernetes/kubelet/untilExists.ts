import { setTimeout as delay } from "node:timers/promises";
import type { ObjectReference } from "./podReferences";

export interface ReferenceWait {
  readonly exists: (reference: ObjectReference) => Promise<boolean>;
  /** Told at each look in vain, in kubelet's words. */
  readonly onMissing: (message: string) => void;
  readonly signal: AbortSignal;
}

const FIRST_RETRY_MILLISECONDS = 500;
const LAST_RETRY_MILLISECONDS = 10_000;

/** The pauses between the looks for something that is missing, in milliseconds, without end. */
export function* growingPauses(): Generator<number> {
  for (let pause = FIRST_RETRY_MILLISECONDS; ; pause = Math.min(pause * 2, LAST_RETRY_MILLISECONDS)) {
    yield pause;
  }
}

/** Waits until the Secret or ConfigMap is there, as long as it takes. @throws AbortError */
export async function untilExists(reference: ObjectReference, wait: ReferenceWait): Promise<void> {
  for (const pause of growingPauses()) {
    if (await wait.exists(reference)) {
      return;
    }
    wait.onMissing(`${reference.kind} "${reference.name}" not found`);
    await delay(pause, undefined, { signal: wait.signal });
  }
}
