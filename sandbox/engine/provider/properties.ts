import * as rpc from "@pulumi/pulumi/runtime/rpc";
import type { PropertyChange } from "./resourceProvider";

/** What the engine sends for a value that is not known before an update. */
export const unknownValue: string = rpc.unknownValue;

/** Marks an output as secret, for outputs that are secret without a secret input. */
export function secret(value: unknown): Record<string, unknown> {
  return { [rpc.specialSigKey]: rpc.specialSecretSig, value };
}

/** Whether the value, or anything in it, is not known yet. */
export function containsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(containsUnknown);
  }
  if (isRecord(value)) {
    return Object.values(value).some(containsUnknown);
  }
  return value === unknownValue;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Removes the marks that the engine puts around secrets, at every depth. */
export function unwrapSecrets(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(unwrapSecrets);
  }
  if (!isRecord(value)) {
    return value;
  }
  if (value[rpc.specialSigKey] === rpc.specialSecretSig) {
    return unwrapSecrets(value["value"]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, unwrapSecrets(entry)]));
}

/**
 * The leaves in which two property values differ. Objects are compared key by key, arrays element by element;
 * an absent property and an undefined or null one are the same.
 */
export function differences(before: unknown, after: unknown, path = ""): Omit<PropertyChange, "replaces">[] {
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], path === "" ? key : `${path}.${key}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => differences(before[index], after[index], `${path}[${index}]`)).flat();
  }
  const absentBefore = before === undefined || before === null;
  const absentAfter = after === undefined || after === null;
  if ((absentBefore && absentAfter) || before === after) {
    return [];
  }
  return [{ path, kind: absentBefore ? "add" : absentAfter ? "delete" : "update" }];
}
