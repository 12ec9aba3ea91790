import { durations } from "../sandbox/azure/tables/durations";

/** A piece of the first deployment of the dev stack, and what Azure really wants done before. */
export interface Step {
  /** At duration factor 1, from the emulator's table. */
  readonly seconds: number;
  readonly needs: readonly string[];
  /** Why it cannot begin earlier. */
  readonly source: string;
}

/**
 * What the first `up` of the dev stack cannot do without, written by hand from what Azure documents. Not made from the program's own
 * graph: a dependency too many there makes the deployment longer than this list allows. Steps that take no time are left out.
 */
export const trueDependencies: Readonly<Record<string, Step>> = {
  cluster: {
    seconds: durations.managedCluster.create,
    needs: [],
    source: "lies in a resource group, which is there at once",
  },
  "Windows node pool": {
    seconds: durations.agentPool.create,
    needs: ["cluster"],
    source: "a resource below the cluster (azure-rest-api-specs containerservice agentPools)",
  },
  "Linux node pool": {
    seconds: durations.agentPool.create,
    needs: ["Windows node pool"],
    source:
      "AKS takes one operation on a cluster's pools at a time: OperationNotAllowed (aks-docs concurrent operations)",
  },
  registry: {
    seconds: durations.registry.create,
    needs: [],
    source: "lies in a resource group, which is there at once",
  },
  "Windows image": {
    seconds: durations.imageBuild.windows,
    needs: ["registry"],
    source: "ACR Tasks is a part of the registry; it needs no cluster (acr-docs container-registry-tasks-overview.md)",
  },
  "Linux image": {
    seconds: durations.imageBuild.linux,
    needs: ["registry"],
    source: "ACR Tasks is a part of the registry; it needs no cluster (acr-docs container-registry-tasks-overview.md)",
  },
  "Windows agents": {
    seconds: 0,
    needs: ["Windows node pool", "Windows image"],
    source: "a pod needs a node and an image",
  },
  "Linux agents": {
    seconds: 0,
    needs: ["Linux node pool", "Linux image"],
    source: "a pod needs a node and an image",
  },
};

/** Steps one after the other, and how long they take together. */
export interface Chain {
  readonly names: readonly string[];
  readonly seconds: number;
}

/** The chain of steps that takes longest, first step first. */
export function longestChain(steps: Readonly<Record<string, Step>>): Chain {
  const chainTo = (name: string): Chain => {
    const step = steps[name];
    if (step === undefined) {
      throw new Error(`There is no step ${name}.`);
    }
    const before = longest(step.needs.map(chainTo));
    return { names: [...before.names, name], seconds: before.seconds + step.seconds };
  };
  return longest(Object.keys(steps).map(chainTo));
}

/** Of equal ones the one with more steps: it tells more. */
function longest(chains: readonly Chain[]): Chain {
  const [first = { names: [], seconds: 0 }] = [...chains].sort(
    (one, other) => other.seconds - one.seconds || other.names.length - one.names.length,
  );
  return first;
}
