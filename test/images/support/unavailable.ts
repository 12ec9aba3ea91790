import type { Context } from "mocha";

/** Ends a test that this machine cannot run, with the reason in its title. CI has to run it. */
export function unavailable(context: Context, reason: string): never {
  if (process.env.CI === "true") throw new Error(reason);
  const runnable = context.test ?? context.currentTest;
  if (runnable) runnable.title += ` (not here: ${reason})`;
  return context.skip();
}
