import { createHash } from "node:crypto";
import { isRecord, unknownValue, differences, containsUnknown } from "../../engine/provider/properties";
import {
  ProviderError,
  type CheckFailure,
  type CheckRequest,
  type CheckResult,
  type DiffRequest,
  type DiffResult,
  type Properties,
  type PropertyChange,
  type ResourceType,
} from "../../engine/provider/resourceProvider";
import type { InputDefinition, ResourceContext, ResourceDefinition } from "./resourceDefinition";

/** Where bridged providers note which inputs are defaults of theirs. */
const defaultsKey = "__defaults";
const longestName = 255;
const suffixLength = 7;

/** Gives a resource definition the behaviour that all types of a bridged provider share. */
export function resourceType(definition: ResourceDefinition, context: () => ResourceContext): ResourceType {
  return {
    check: (request) => check(definition, request),
    diff: (request) => diff(definition, request),
    create: async ({ inputs, preview }) => {
      if (preview) {
        return { id: "", state: { ...unknownOutputs(definition, inputs), ...withoutDefaults(inputs) } };
      }
      return explained(() => definition.create(context(), inputs));
    },
    read: ({ id, inputs, state }) => explained(() => read(definition, context(), id, inputs, state)),
    update: async ({ id, inputs, oldState, preview }) => {
      if (preview) {
        return { ...keptOutputs(definition, oldState), ...withoutDefaults(inputs) };
      }
      const { update } = definition;
      if (update === undefined) {
        throw new ProviderError("Every change of this resource replaces it.");
      }
      return explained(() => update(context(), id, inputs, oldState));
    },
    delete: ({ id, state }) => explained(() => definition.delete(context(), id, state)),
  };
}

function check(definition: ResourceDefinition, request: CheckRequest): CheckResult {
  const { inputs, defaults } = withDefaults(definition, request);
  const failures = [
    ...Object.entries(definition.inputs).flatMap(([name, input]) => inputProblems(name, input, inputs)),
    ...(definition.problem === undefined
      ? []
      : [definition.problem(inputs)].filter((problem) => problem !== undefined)),
  ];
  return {
    inputs: { ...inputs, [defaultsKey]: defaults },
    failures: failures.map(({ property, reason }) => ({
      property,
      reason: `${reason}. Examine values at '${request.name}.${property}'.`,
    })),
  };
}

function withDefaults(definition: ResourceDefinition, request: CheckRequest) {
  const inputs: Properties = { ...request.inputs };
  const defaults: string[] = [];
  for (const [name, input] of Object.entries(definition.inputs)) {
    const isOpen = inputs[name] === undefined && !(input.conflictsWith ?? []).some((other) => other in inputs);
    const value = input.autoNamed ? autoName(name, request) : input.default;
    if (isOpen && value !== undefined) {
      inputs[name] = value;
      defaults.push(name);
    }
  }
  return { inputs, defaults };
}

/** A name that was made up before stays; a new one is drawn from the seed, so that preview and update agree. */
function autoName(property: string, { name, oldInputs, randomSeed }: CheckRequest): unknown {
  const oldDefaults = oldInputs[defaultsKey];
  if (Array.isArray(oldDefaults) && oldDefaults.includes(property)) {
    return oldInputs[property];
  }
  const suffix = createHash("sha256").update(randomSeed).update(name).digest("hex").slice(0, suffixLength);
  return `${name.slice(0, longestName - suffixLength - 1)}-${suffix}`;
}

function inputProblems(name: string, input: InputDefinition, inputs: Properties): CheckFailure[] {
  const value = inputs[name];
  if (value === undefined || value === null) {
    return input.required ? [{ property: name, reason: `Missing required argument: "${name}"` }] : [];
  }
  const conflict = (input.conflictsWith ?? []).find((other) => inputs[other] !== undefined);
  if (conflict !== undefined) {
    return [{ property: name, reason: `Conflicting configuration arguments: "${name}": conflicts with ${conflict}` }];
  }
  if (containsUnknown(value)) {
    return [];
  }
  const reason = hasType(input, value) ? input.problem?.(value) : `expected "${name}" to be of type ${input.type}`;
  return reason === undefined ? [] : [{ property: name, reason }];
}

function hasType({ type }: InputDefinition, value: unknown): boolean {
  return (
    (type === "object" && isRecord(value)) ||
    (type === "integer" && Number.isInteger(Number(value)) && value !== "") ||
    type === typeof value
  );
}

/** A bridged provider compares new inputs with the state, not with the old inputs: so it sees drift after a refresh. */
function diff(definition: ResourceDefinition, { inputs, oldState }: DiffRequest): DiffResult {
  const changes = Object.entries(definition.inputs).flatMap(([name, input]) =>
    inputChanges(name, input, oldState[name], inputs[name]),
  );
  return {
    changes,
    deleteBeforeReplace: changes.some(({ replaces }) => replaces) && keepsGivenName(definition, inputs, oldState),
  };
}

function inputChanges(name: string, input: InputDefinition, before: unknown, after: unknown): PropertyChange[] {
  const isLeftToService = after === undefined && (input.computed ?? false);
  const isSame = before !== undefined && after !== undefined && (input.same?.(before, after) ?? false);
  if (isLeftToService || isSame) {
    return [];
  }
  const comparable = input.type === "integer" ? [Number(before), knownNumber(after)] : [before, after];
  return differences(before === undefined ? undefined : comparable[0], comparable[1], name).map((change) => ({
    ...change,
    replaces: input.replaces ?? false,
  }));
}

function knownNumber(value: unknown): unknown {
  return value === undefined || containsUnknown(value) ? value : Number(value);
}

/** Two resources cannot have one name at a time; a made-up name is drawn anew for the replacement, a given one is not. */
function keepsGivenName(definition: ResourceDefinition, inputs: Properties, oldState: Properties): boolean {
  const defaults = inputs[defaultsKey];
  return Object.entries(definition.inputs).some(
    ([name, { autoNamed }]) =>
      autoNamed === true &&
      inputs[name] !== undefined &&
      inputs[name] === oldState[name] &&
      !(Array.isArray(defaults) && defaults.includes(name)),
  );
}

async function read(
  definition: ResourceDefinition,
  context: ResourceContext,
  id: string,
  inputs: Properties,
  state: Properties,
) {
  const isImport = Object.keys(state).length === 0;
  if (isImport && definition.importState === undefined) {
    throw new ProviderError("This resource type does not support import.");
  }
  const known = isImport ? await definition.importState?.(context, id) : { id, state };
  const live = known && (await definition.read(context, known.id, known.state));
  if (known === undefined || live === undefined) {
    return undefined;
  }
  return {
    id: known.id,
    state: live,
    inputs: isImport ? importedInputs(definition, live) : refreshedInputs(inputs, live),
  };
}

function importedInputs(definition: ResourceDefinition, live: Properties): Properties {
  return {
    ...Object.fromEntries(Object.entries(live).filter(([name]) => name in definition.inputs)),
    [defaultsKey]: [],
  };
}

/** What was given is brought up to date; what was left to the service stays so. */
function refreshedInputs(inputs: Properties, live: Properties): Properties {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, live[name] ?? value]));
}

function unknownOutputs(definition: ResourceDefinition, inputs: Properties): Properties {
  const filledIn = Object.entries(definition.inputs)
    .filter(([name, { computed }]) => computed && inputs[name] === undefined)
    .map(([name]) => name);
  return Object.fromEntries([...definition.outputs, ...filledIn].map((name) => [name, unknownValue]));
}

/** What an update leaves as it is: all that the service has filled in. Unknown, it would make everything downstream unknown. */
function keptOutputs(definition: ResourceDefinition, oldState: Properties): Properties {
  return Object.fromEntries(
    Object.entries(oldState).filter(([name]) => definition.inputs[name]?.computed ?? !(name in definition.inputs)),
  );
}

function withoutDefaults(inputs: Properties): Properties {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== defaultsKey));
}

/** The service's own text is what a person needs; the stack of a client library is not. */
async function explained<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof ProviderError || !(error instanceof Error)) {
      throw error;
    }
    throw new ProviderError(error.message);
  }
}
