import { buildCommand } from "./build/buildCommand";
import { runFleet } from "./runFleet";
import { sandboxCommand } from "./sandbox/sandboxCommand";
import { smokeCommand } from "./smoke/smokeCommand";

const sandboxRegistry = async () => (await import("./build/sandboxRegistry.js")).sandboxRegistry();

void runFleet([buildCommand(sandboxRegistry), sandboxCommand(), smokeCommand()]);
