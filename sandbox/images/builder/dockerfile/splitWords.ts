/** Splits at blanks that are neither quoted nor escaped. Quotes and escapes stay. */
export function splitWords(text: string, escape: string): string[] {
  const words: string[] = [];
  let word = "";
  let quote = "";
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (quote === "" && /\s/.test(character)) {
      words.push(word);
      word = "";
      continue;
    }
    word += character;
    if (character === escape && quote !== "'" && position + 1 < text.length) {
      position += 1;
      word += text.charAt(position);
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
    } else if (character === quote) {
      quote = "";
    }
  }
  return [...words, word].filter((found) => found !== "");
}
