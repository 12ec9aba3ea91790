import { BuildProblem } from "../buildProblem";

export type Variables = ReadonlyMap<string, string>;

/**
 * Substitutes variables and takes quotes and escapes away, as Docker does with a word of an instruction
 * (moby/buildkit frontend/dockerfile/shell/lex.go): `$X`, `${X}`, `${X:-y}`, `${X-y}`, `${X:+y}`, `${X+y}`, `${X:?y}`, `${X?y}`.
 * An unknown variable is empty.
 * @throws BuildProblem
 */
export function expandText(text: string, variables: Variables, escape: string): string {
  const reader = new Reader(text, variables, escape);
  const expanded = reader.until(undefined);
  return expanded;
}

class Reader {
  private position = 0;

  constructor(
    private readonly text: string,
    private readonly variables: Variables,
    private readonly escape: string,
  ) {}

  /** Up to a character that is left standing, or to the end. */
  until(end: string | undefined): string {
    let read = "";
    while (this.position < this.text.length && this.peek() !== end) {
      read += this.next();
    }
    if (end !== undefined && this.position >= this.text.length) {
      throw this.problem("syntax error: missing '}'");
    }
    return read;
  }

  private next(): string {
    const character = this.take();
    if (character === "'") {
      return this.quoted();
    }
    if (character === '"') {
      return this.doubleQuoted();
    }
    if (character === "$") {
      return this.variable();
    }
    return character === this.escape ? this.take() : character;
  }

  private quoted(): string {
    const end = this.text.indexOf("'", this.position);
    if (end === -1) {
      throw this.problem("unexpected end of statement while looking for matching single-quote");
    }
    const inside = this.text.slice(this.position, end);
    this.position = end + 1;
    return inside;
  }

  private doubleQuoted(): string {
    let read = "";
    while (this.peek() !== '"') {
      if (this.position >= this.text.length) {
        throw this.problem("unexpected end of statement while looking for matching double-quote");
      }
      const character = this.take();
      if (character === "$") {
        read += this.variable();
      } else if (character === this.escape && [`"`, "$", this.escape].includes(this.peek())) {
        read += this.take();
      } else {
        read += character;
      }
    }
    this.take();
    return read;
  }

  private variable(): string {
    if (this.peek() === "{") {
      this.take();
      return this.braced();
    }
    const name = this.name();
    return name === "" ? "$" : (this.variables.get(name) ?? "");
  }

  private braced(): string {
    const name = this.name();
    if (name === "") {
      throw this.problem("syntax error: bad substitution");
    }
    const value = this.variables.get(name);
    if (this.peek() === "}") {
      this.take();
      return value ?? "";
    }
    // With the colon an empty value counts as none.
    const colon = this.peek() === ":" ? this.take() : "";
    const operator = this.take();
    const word = this.until("}");
    this.take();
    const isSet = value !== undefined && (colon === "" || value !== "");
    switch (operator) {
      case "-":
        return isSet ? value : word;
      case "+":
        return isSet ? word : "";
      case "?":
        if (!isSet) {
          throw this.problem(`${name}: ${word === "" ? "is not allowed to be unset" : word}`);
        }
        return value;
      default:
        throw this.problem(`unsupported modifier (${colon}${operator}) in substitution`);
    }
  }

  private name(): string {
    const [name = ""] = /^(?:[A-Za-z_]\w*|\d+)/.exec(this.text.slice(this.position)) ?? [];
    this.position += name.length;
    return name;
  }

  private peek(): string {
    return this.text.charAt(this.position);
  }

  private take(): string {
    const character = this.peek();
    this.position += 1;
    return character;
  }

  private problem(what: string): BuildProblem {
    return new BuildProblem(`failed to process "${this.text}": ${what}`);
  }
}
