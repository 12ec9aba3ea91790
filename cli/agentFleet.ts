import { buildCommand } from "./build/buildCommand";
import { runFleet } from "./runFleet";

/** `fleet` as the agent images have it: without the commands that need a checkout. */
void runFleet([buildCommand()]);
