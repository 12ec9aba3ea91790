import { join } from "node:path";
import { writeBundle } from "./bundle";

/** `npm run images:bundle`: what the Dockerfiles copy beside the pinned parts. */
async function main(): Promise<void> {
  const folder = join(__dirname, "dist");
  await writeBundle("supervisor", join(folder, "supervisor.js"));
  await writeBundle("fleet", join(folder, "fleet.js"));
}

void main();
