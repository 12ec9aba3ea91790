import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../engine/provider/properties";
import type { Properties, PropertyChange } from "../../engine/provider/resourceProvider";
import { objectDiff, type ObjectDiff, type ValueDiff } from "./propertyDiff";

export interface ChangeRules {
  /** Input paths whose change replaces the resource, with `[]` for any element, such as `networkProfile.podCidr`. */
  readonly replaceOnChanges: ReadonlySet<string>;
  /** Paths whose text means the same in capitals and small letters. */
  readonly caseInsensitive: ReadonlySet<string>;
}

/**
 * The changes from old to new inputs, each with whether it replaces the resource. The rules, their oddities included,
 * are those of pulumi-azure-native provider/pkg/provider/diff.go: a change below a replacing property replaces, an
 * addition or removal below it does not; elements of a list never replace by themselves.
 */
export function plannedChanges(
  oldInputs: Properties,
  oldState: Properties,
  inputs: Properties,
  rules: ChangeRules,
): PropertyChange[] {
  const diff = objectDiff(oldInputs, inputs);
  if (diff === undefined) {
    return [];
  }
  const changes = objectChanges(withoutSynonyms(diff), "", "", rules);
  // An input that now spells out what the service had filled in by itself replaces nothing.
  return changes.map((change) =>
    change.kind === "add" && change.path in inputs && isDeepStrictEqual(oldState[change.path], inputs[change.path])
      ? { ...change, replaces: false }
      : change,
  );
}

function objectChanges(diff: ObjectDiff, base: string, ruleBase: string, rules: ChangeRules): PropertyChange[] {
  const whole = (kind: "add" | "delete") => (name: string) => ({
    path: base + name,
    kind,
    replaces: rules.replaceOnChanges.has(ruleBase + name),
  });
  return [
    ...[...diff.updates].flatMap(([name, value]) => valueChanges(value, base + name, ruleBase + name, rules)),
    ...[...diff.adds.keys()].map(whole("add")),
    ...[...diff.deletes].map(whole("delete")),
  ];
}

function valueChanges(value: ValueDiff, path: string, rulePath: string, rules: ChangeRules): PropertyChange[] {
  const replaces = rules.replaceOnChanges.has(rulePath);
  if (value.object !== undefined) {
    return objectChanges(value.object, `${path}.`, `${rulePath}.`, rules).map((change) =>
      change.kind === "update" && replaces ? { ...change, replaces: true } : change,
    );
  }
  if (value.list !== undefined) {
    const element = (kind: "add" | "delete") => (index: number) => ({
      path: `${path}[${index}]`,
      kind,
      replaces: false,
    });
    return [
      ...[...value.list.updates].flatMap(([index, entry]) =>
        valueChanges(entry, `${path}[${index}]`, `${rulePath}[]`, rules),
      ),
      ...value.list.adds.map(element("add")),
      ...value.list.deletes.map(element("delete")),
    ];
  }
  const isSame = (rules.caseInsensitive.has(rulePath) && sameText(value)) || sameId(value);
  return isSame ? [] : [{ path, kind: "update", replaces }];
}

/** Top-level values that Azure reads as the same although they are spelled differently. */
function withoutSynonyms(diff: ObjectDiff): ObjectDiff {
  const synonyms: Readonly<Record<string, (value: ValueDiff) => boolean>> = {
    resourceGroupName: sameText,
    location: ({ before, after }) => normalisedLocation(before) === normalisedLocation(after),
    sku: ({ before, after }) => isDeepStrictEqual(normalisedSku(before), normalisedSku(after)),
  };
  const updates = [...diff.updates].filter(([name, value]) => synonyms[name]?.(value) !== true);
  return { ...diff, updates: new Map(updates) };
}

function sameText({ before, after }: ValueDiff): boolean {
  return typeof before === "string" && typeof after === "string" && before.toLowerCase() === after.toLowerCase();
}

/** Azure does not mind the case of a resource's id, and answers in a case of its own. */
function sameId(value: ValueDiff): boolean {
  const id = /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+\/providers\/./i;
  return sameText(value) && id.test(String(value.before));
}

/** "West Europe" and "westeurope" are one place. */
function normalisedLocation(location: unknown): unknown {
  return typeof location === "string" ? location.toLowerCase().replaceAll(" ", "") : location;
}

/** AKS renamed the SKU Basic to Base and the tier Paid to Standard (pulumi-azure-native issue 2600). */
function normalisedSku(sku: unknown): unknown {
  if (!isRecord(sku) || Object.keys(sku).length !== 2) {
    return sku;
  }
  const { name, tier } = sku;
  return { name: name === "Basic" ? "Base" : name, tier: tier === "Paid" ? "Standard" : tier };
}
