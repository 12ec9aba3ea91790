import type { V1Container, V1Pod } from "@kubernetes/client-node";
import { quantity } from "./quantity";

/** Amounts by resource name, in base units: cores, bytes, counts. */
export type Resources = Readonly<Record<string, number>>;

export function parseResources(list: Readonly<Record<string, string>> | undefined): Resources {
  return Object.fromEntries(Object.entries(list ?? {}).map(([name, text]) => [name, quantity(text)]));
}

export function addResources(left: Resources, right: Resources): Resources {
  return combine(left, right, (a, b) => a + b);
}

/**
 * What the scheduler reserves for the pod: its containers and sidecars together, or its hungriest init container if that is
 * more, and the overhead of its RuntimeClass (kubernetes.io: resource sharing within init containers, pod overhead).
 */
export function podRequests(pod: V1Pod): Resources {
  let sidecars: Resources = {};
  let peak: Resources = {};
  for (const container of pod.spec?.initContainers ?? []) {
    if (container.restartPolicy === "Always") {
      sidecars = addResources(sidecars, requests(container));
      peak = largest(peak, sidecars);
    } else {
      peak = largest(peak, addResources(sidecars, requests(container)));
    }
  }
  const main = (pod.spec?.containers ?? []).map(requests).reduce(addResources, sidecars);
  return addResources(largest(main, peak), parseResources(pod.spec?.overhead));
}

function requests(container: V1Container): Resources {
  return parseResources(container.resources?.requests);
}

function largest(left: Resources, right: Resources): Resources {
  return combine(left, right, Math.max);
}

function combine(left: Resources, right: Resources, operation: (a: number, b: number) => number): Resources {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...names].map((name) => [name, operation(left[name] ?? 0, right[name] ?? 0)]));
}
