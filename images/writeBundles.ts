import { join } from "node:path";
import { bundleFleet, bundleSupervisor } from "./bundle";

/** `npm run images:bundle`: what the Dockerfiles copy beside the pinned parts. */
async function main(): Promise<void> {
  const folder = join(__dirname, "dist");
  await bundleSupervisor(join(folder, "supervisor.js"));
  await bundleFleet(join(folder, "fleet.js"));
}

void main();
