import { randomInt } from "node:crypto";

/** Which characters a random text is made of. Field names and defaults are those of the random provider's RandomPassword. */
export interface CharacterRules {
  readonly length: number;
  readonly lower: boolean;
  readonly upper: boolean;
  readonly numeric: boolean;
  readonly special: boolean;
  readonly minLower: number;
  readonly minUpper: number;
  readonly minNumeric: number;
  readonly minSpecial: number;
  /** In the place of the default special characters. */
  readonly overrideSpecial?: string;
}

const lowerCase = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
// Source: terraform-provider-random internal/random/string.go, the documented default of override_special.
const specialCharacters = "!@#$%&*()-_=+[]{}<>:?";

/** A random text with at least as many characters of each class as asked for, in random order. */
export function randomText(rules: CharacterRules): string {
  const special = rules.overrideSpecial ?? specialCharacters;
  const classes = [
    { characters: lowerCase, allowed: rules.lower, least: rules.minLower },
    { characters: lowerCase.toUpperCase(), allowed: rules.upper, least: rules.minUpper },
    { characters: digits, allowed: rules.numeric, least: rules.minNumeric },
    { characters: special, allowed: rules.special, least: rules.minSpecial },
  ];
  const any = classes.flatMap(({ characters, allowed }) => (allowed ? [characters] : [])).join("");
  const wanted = classes.flatMap(({ characters, least }) => Array.from({ length: least }, () => pick(characters)));
  const rest = Array.from({ length: rules.length - wanted.length }, () => pick(any));
  return shuffled([...wanted, ...rest]).join("");
}

function pick(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}

function shuffled(characters: readonly string[]): string[] {
  const result = [...characters];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const [a = "", b = ""] = [result[last], result[other]];
    result[last] = b;
    result[other] = a;
  }
  return result;
}
