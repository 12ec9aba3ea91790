import { Command, InvalidArgumentError } from "commander";
import type { AgentOs } from "../../plan/fleetPlan";
import type { SmokeCommandOptions } from "./runSmoke";
import { smokeSystems } from "./smokeTarget";

const examples = `
Each check ends "passed", "failed" or "not possible here": passed only after the check has itself seen or reached what it is about,
"not possible here" where the way it wants to try does not exist, as DNS in the sandbox.

Examples:
  $ npm run fleet -- smoke                                     the running sandbox's stack dev
  $ npm run fleet -- smoke --context fleet --registry fleetacr  a cluster of your kubeconfig; images are built first
  $ npm run fleet -- smoke --context fleet --os windows2022 --image windows2022=fleetacr.azurecr.io/web:1

Exit codes: 0 no check failed, "not possible here" does not count as failure; 1 a check failed, or nothing could be checked;
2 wrong usage; 130 interrupted. What was deployed is removed in every case, unless --keep is given.`;

/** `fleet smoke`: what a person would check by hand after a deployment. */
export function smokeCommand(): Command {
  return new Command("smoke")
    .description(
      "deploy a small web server on the nodes of each version, check that everything reaches it, and remove it",
    )
    .option("--stack <name>", "stack of the running sandbox (default: dev)")
    .option("--context <name>", "context of a kubeconfig, for a cluster outside of the sandbox")
    .option("--kubeconfig <file>", "kubeconfig, in place of the one that kubectl uses")
    .option(
      "--os <version>",
      `${smokeSystems.join(", ")}; may be repeated (default: all that the cluster has)`,
      system,
      [],
    )
    .option("--image <version=reference>", "an image with a web server and curl; may be repeated", image, {})
    .option("--registry <registry>", "where images that are not given are built: ARM id, login server, or name")
    .option("--port <number>", "where the images' web servers listen", positive, 8080)
    .option(
      "--timeout <minutes>",
      "how long pods may take (default: as long as a new node and a first pull take)",
      positive,
    )
    .option("--json", "print the report as JSON", false)
    .option("--keep", "leave everything in the cluster", false)
    .addHelpText("after", examples)
    .action(async ({ os, image: images, timeout, ...rest }: Given) =>
      (await import("./runSmoke.js")).runSmoke({ ...rest, systems: os, images, timeoutMinutes: timeout }),
    );
}

type Given = Omit<SmokeCommandOptions, "systems" | "images" | "timeoutMinutes"> & {
  readonly os: readonly AgentOs[];
  readonly image: Readonly<Partial<Record<AgentOs, string>>>;
  readonly timeout?: number;
};

function system(text: string, before: readonly AgentOs[]): readonly AgentOs[] {
  return [...before, ...text.split(",").map((part) => known(part.trim()))];
}

function image(text: string, before: Given["image"]): Given["image"] {
  const [, os = "", reference = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (reference === "") {
    throw new InvalidArgumentError("It takes a version and a reference, such as windows2022=registry.example/web:1.");
  }
  return { ...before, [known(os)]: reference };
}

function known(text: string): AgentOs {
  const found = smokeSystems.find((os) => os === text);
  if (found === undefined) throw new InvalidArgumentError(`It takes one of ${smokeSystems.join(", ")}.`);
  return found;
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) {
    throw new InvalidArgumentError("It takes a whole number of 1 or more.");
  }
  return number;
}
