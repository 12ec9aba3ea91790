/** One instruction of a Dockerfile, as it is written there: nothing is substituted yet. */
export interface Instruction {
  /** In upper case. */
  readonly keyword: string;
  /** Where it begins, from 1. */
  readonly line: number;
  /** The whole instruction, continued lines joined, as a build's log shows it. */
  readonly original: string;
  /** Such as `from` and `chown` of COPY, without the dashes. */
  readonly flags: Readonly<Record<string, string>>;
  /** What follows keyword and flags, continued lines joined. */
  readonly text: string;
  /** The words, where the text is a list of texts in JSON: the exec form. */
  readonly words?: readonly string[];
}

export interface Stage {
  readonly from: Instruction;
  /** As written. */
  readonly base: string;
  /** In lower case. */
  readonly name?: string;
  readonly instructions: readonly Instruction[];
}

export interface Dockerfile {
  readonly escape: string;
  /** ARG instructions before the first FROM. */
  readonly globalArguments: readonly Instruction[];
  readonly stages: readonly Stage[];
}
