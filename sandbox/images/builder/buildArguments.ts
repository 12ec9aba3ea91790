import type { BuildOrder } from "../../azure/containerRegistry/imageBuilder";
import { argumentDefaults } from "./dockerfile/nameValues";
import { expandText } from "./dockerfile/expandText";
import type { Instruction } from "./dockerfile/instruction";

/** Docker takes these without an ARG (docs.docker.com, Dockerfile reference, predefined ARGs). */
const predefined = /^(?:https?|ftp|no|all)_proxy$/i;

/** The build arguments of a build: what was given, and which ARG asked for it. */
export class BuildArguments {
  private readonly given: ReadonlyMap<string, string>;
  private readonly global = new Map<string, string>();
  private readonly asked = new Set<string>();

  constructor(given: BuildOrder["buildArguments"]) {
    this.given = new Map(given.map(({ name, value }) => [name, value]));
  }

  /** What FROM may name. */
  get globalValues(): ReadonlyMap<string, string> {
    return this.global;
  }

  /** An ARG before the first FROM. @throws BuildProblem */
  declareGlobal(instruction: Instruction, escape: string): void {
    for (const [name, text] of argumentDefaults(instruction, escape)) {
      const value = this.given.get(name) ?? (text === undefined ? undefined : expandText(text, this.global, escape));
      this.asked.add(name);
      if (value !== undefined) {
        this.global.set(name, value);
      }
    }
  }

  /** An ARG of a stage: the value that was given, else the instruction's own, else the one from before the first FROM. */
  declare(
    instruction: Instruction,
    stage: { readonly arguments: Map<string, string>; readonly variables: ReadonlyMap<string, string> },
    escape: string,
  ): void {
    for (const [name, text] of argumentDefaults(instruction, escape)) {
      const own = text === undefined ? this.global.get(name) : expandText(text, stage.variables, escape);
      const value = this.given.get(name) ?? own;
      this.asked.add(name);
      if (value !== undefined) {
        stage.arguments.set(name, value);
      }
    }
  }

  /** Those that no ARG has asked for. */
  get unused(): string[] {
    return [...this.given.keys()].filter((name) => !this.asked.has(name) && !predefined.test(name)).sort();
  }
}
