import { z } from "zod";

/** What a configuration key says about itself, beside its shape: the reference in docs/ is generated from it. */
export interface KeyMeta {
  /** Meaning, unit, range. One or two sentences. */
  readonly description: string;
  /** What a later change of the value does to what exists. Absent on groups. */
  readonly change?: string;
  /** A value to copy. For a required key also the stand-in while other problems are looked for. */
  readonly example?: unknown;
  /** Default in words, where it is worked out from other values. */
  readonly derivedDefault?: string;
  /** Full key in the stack file, where it is not a key of the project's own namespace. */
  readonly configKey?: string;
  /** Kind of value in words, where the shape in this program differs from what a person writes. */
  readonly writtenAs?: string;
}

/** Attaches the documentation to a key. Must be the last call in its chain. */
export function documented<Schema extends z.ZodType>(schema: Schema, meta: KeyMeta): Schema {
  return schema.meta({ ...meta });
}

/** The documentation of a key, if it has any. */
export function documentationOf(schema: z.core.$ZodType): KeyMeta | undefined {
  const meta: Partial<KeyMeta> | undefined = z.globalRegistry.get(schema);
  return meta?.description === undefined ? undefined : { ...meta, description: meta.description };
}

/** Changes that several keys have in common. */
export const changes = {
  nothing: "Applies in place.",
  cluster: "Replaces the cluster and everything in it.",
  nodePool: "Replaces the node pool: raise `generation` together with it, so that the new one runs beside the old.",
  rollout: "Rolls the agents: each finishes its job first.",
} as const;
