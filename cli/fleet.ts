import { runFleet } from "./runFleet";
import { sandboxCommand } from "./sandbox/sandboxCommand";
import { smokeCommand } from "./smoke/smokeCommand";

void runFleet([sandboxCommand(), smokeCommand()]);
