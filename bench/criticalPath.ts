import { join } from "node:path";
import { checkout } from "../sandbox/paths";
import { inTemporarySandbox, openSubject, runEngine } from "../test/support/temporarySandbox";
import { relative, seconds, type Measurement } from "./measurement";
import { longestChain, trueDependencies } from "./trueDependencies";

/** The emulator's clock: half as long as the durations in its table, so that what does not scale weighs little. */
const durationFactor = 0.5;

/** How much longer the first `up` takes than the longest chain of what Azure wants done one after the other. */
export async function criticalPath(): Promise<readonly Measurement[]> {
  const chain = longestChain(trueDependencies);
  console.error(`Longest chain: ${chain.names.join(" → ")}, ${chain.seconds} s in Azure`);
  const makespan = await inTemporarySandbox(async (paths) => {
    const subject = { program: checkout, stack: "dev", stackFile: join(checkout, "Pulumi.dev.yaml") };
    const session = await openSubject(paths, subject, { durationFactor });
    try {
      return await seconds(() => runEngine(session, "up", "--yes", "--skip-preview"));
    } finally {
      await session.close();
    }
  });
  // In Azure's seconds both, so that they can be compared with the table.
  return [
    relative("first up of dev against its longest chain", "s", [makespan / durationFactor], [chain.seconds], 1.05),
  ];
}
