/** Limits of a whole number, both included. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Reads variables and collects what is wrong with them, so that a person sees all of it at once. Empty is not set. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** What is wrong with a variable, and what would be right. Must not quote a secret. */
  problem(name: string, text: string): void {
    this.problems.push(`${name}: ${text}`);
  }

  /** The value of a variable; undefined when it is not set or empty. */
  text(name: string): string | undefined {
    const value = this.env[name];
    return value === "" ? undefined : value;
  }

  /** The first of several names that is set. */
  firstOf(...names: readonly string[]): string | undefined {
    return names.map((name) => this.text(name)).find((value) => value !== undefined);
  }

  /** The value of a variable that there is no default for; empty when it is missing, which is noted. */
  required(name: string, whatItIs: string): string {
    const value = this.text(name);
    if (value === undefined) {
      this.problem(name, `is not set. It is ${whatItIs}.`);
    }
    return value ?? "";
  }

  wholeNumber(name: string, range: NumberRange): number {
    const text = this.text(name);
    if (text === undefined) {
      return range.default;
    }
    const value = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    if (value === undefined || value < range.min || value > range.max) {
      this.problem(name, `"${text}" is no whole number from ${range.min} to ${range.max}.`);
    }
    return value ?? range.default;
  }

  oneOf<T extends string>(name: string, values: readonly T[], defaultValue: T): T {
    const text = this.text(name);
    const value = values.find((known) => known === text?.toLowerCase());
    if (text !== undefined && value === undefined) {
      this.problem(name, `"${text}" is none of ${values.join(", ")}.`);
    }
    return value ?? defaultValue;
  }

  flag(name: string): boolean {
    return ["true", "1"].includes(this.oneOf(name, ["true", "false", "1", "0"], "false"));
  }
}
