import { z } from "zod";

/** What the engine does to one resource. */
export interface Step {
  /** `same`, `create`, `update`, `replace`, `create-replacement`, `delete-replaced`, `delete`, `refresh`, `read` … */
  readonly op: string;
  /** Pulumi type token. */
  readonly type: string;
  /** Name in the program. */
  readonly name: string;
}

/** A moment in the engine's work on a resource, in the order in which they came. */
export interface Moment extends Step {
  readonly phase: "begins" | "ends" | "fails";
}

/** What an `up`, `refresh` or `destroy` did. */
export interface Report {
  readonly exitCode: number;
  readonly moments: readonly Moment[];
  /** Number of resources by operation. */
  readonly changes: Readonly<Record<string, number>>;
  /** Messages of people's interest, without colour codes. */
  readonly diagnostics: readonly { readonly severity: string; readonly message: string }[];
  /** All that was printed, as it came. */
  readonly text: string;
}

const metadata = z.object({ metadata: z.object({ op: z.string(), urn: z.string(), type: z.string() }) });
const event = z.object({
  resourcePreEvent: metadata.optional(),
  resOutputsEvent: metadata.optional(),
  resOpFailedEvent: metadata.optional(),
  summaryEvent: z.object({ resourceChanges: z.record(z.string(), z.number()).nullish() }).optional(),
  diagnosticEvent: z.object({ severity: z.string(), message: z.string() }).optional(),
});

/** Reads the events that the engine prints one a line with `--json`. */
export function reportOf({
  exitCode,
  stdout,
  stderr,
}: Omit<Report, "moments" | "changes" | "diagnostics" | "text"> & Printed): Report {
  const events = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => event.parse(JSON.parse(line)));
  return {
    exitCode,
    moments: events.flatMap(momentsOf),
    changes: events.find(({ summaryEvent }) => summaryEvent !== undefined)?.summaryEvent?.resourceChanges ?? {},
    diagnostics: events.flatMap(({ diagnosticEvent }) =>
      diagnosticEvent === undefined
        ? []
        : [{ severity: diagnosticEvent.severity, message: withoutColours(diagnosticEvent.message) }],
    ),
    text: `${stdout}\n${stderr}`,
  };
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

function momentsOf({ resourcePreEvent, resOutputsEvent, resOpFailedEvent }: z.infer<typeof event>): readonly Moment[] {
  const phases = [
    ["begins", resourcePreEvent],
    ["ends", resOutputsEvent],
    ["fails", resOpFailedEvent],
  ] as const;
  return phases.flatMap(([phase, seen]) =>
    // Every command refreshes first; that is no work on a resource.
    seen === undefined || seen.metadata.op === "refresh" ? [] : [{ phase, ...stepOf(seen.metadata) }],
  );
}

const preview = z.object({ steps: z.array(z.object({ op: z.string(), urn: z.string() })).nullish() });

/** What was done, each resource once and without those that were left as they are. */
export function changesIn({ moments }: Report): readonly Step[] {
  return moments
    .filter(({ phase, op }) => phase === "ends" && op !== "same" && op !== "read")
    .map(({ op, type, name }) => ({ op, type, name }));
}

/** Where in the engine's work a resource of this name was at this phase; -1: never. */
export function position({ moments }: Report, phase: Moment["phase"], name: string): number {
  return moments.findIndex((moment) => moment.phase === phase && moment.name === name);
}

/** Reads the steps that `preview --json` prints, those without a change too, without the refresh that comes first. */
export function stepsOf(stdout: string): readonly Step[] {
  return (preview.parse(JSON.parse(stdout)).steps ?? []).map(stepOf).filter(({ op }) => op !== "refresh");
}

/** `urn:pulumi:<stack>::<project>::<types of the parents>$<type>::<name>` */
function stepOf({ op, urn }: { readonly op: string; readonly urn: string }): Step {
  const [, , types = "", name = ""] = urn.split("::");
  return { op, type: types.split("$").at(-1) ?? types, name };
}

/** Pulumi marks colours as `<{%reset%}>` where it does not print them. */
function withoutColours(message: string): string {
  return message.replaceAll(/<\{%[^%]*%\}>/g, "");
}
