import { provideTools } from "../../sandbox/engine/provideTools";

/** Before the first test: finds the sandbox's tools, and builds what is missing, which may take many minutes. */
export async function mochaGlobalSetup(): Promise<void> {
  await provideTools(new AbortController().signal);
}
