import * as rpc from "@pulumi/pulumi/runtime/rpc";

/** A value that the program marked as secret. */
export class SecretValue {
  constructor(readonly value: unknown) {}
}

/** A reference to a resource among the inputs. */
export class ResourceReference {
  constructor(readonly urn: string) {}
}

/** What is not known before an update. */
export const unknown: unique symbol = Symbol("unknown");

export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof SecretValue) &&
    !(value instanceof ResourceReference)
  );
}

/** Turns the wire form of a property into plain values, with secrets, unknowns and references marked. */
export function fromWire(value: unknown): unknown {
  if (value === rpc.unknownValue) {
    return unknown;
  }
  if (Array.isArray(value)) {
    return value.map(fromWire);
  }
  if (!isRecord(value)) {
    return value;
  }
  switch (value[rpc.specialSigKey]) {
    case undefined:
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fromWire(entry)]));
    case rpc.specialSecretSig:
      return new SecretValue(fromWire(value["value"]));
    case rpc.specialResourceSig:
      return new ResourceReference(String(value["urn"]));
    default:
      throw new Error(`The harness does not know the property signature ${String(value[rpc.specialSigKey])}.`);
  }
}

export function secretOnWire(value: unknown): Record<string, unknown> {
  return { [rpc.specialSigKey]: rpc.specialSecretSig, value };
}

/** The value without marks of secrecy. Throws away nothing else. */
export function reveal(value: unknown): unknown {
  if (value instanceof SecretValue) {
    return reveal(value.value);
  }
  if (Array.isArray(value)) {
    return value.map(reveal);
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, reveal(entry)]))
    : value;
}

/**
 * What stands at a path such as `spec.containers.0.image`, secrets revealed; undefined when there is nothing. A key that holds
 * a dot follows as an argument of its own.
 */
export function at(value: unknown, path: string, ...keys: readonly string[]): unknown {
  return [...path.split("."), ...keys].reduce<unknown>((current, key) => {
    const inner = current instanceof SecretValue ? current.value : current;
    if (Array.isArray(inner)) {
      return inner[Number(key)];
    }
    return isRecord(inner) ? inner[key] : undefined;
  }, value);
}
