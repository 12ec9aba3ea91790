import { runFleet } from "./runFleet";
import { sandboxCommand } from "./sandbox/sandboxCommand";

void runFleet([sandboxCommand()]);
