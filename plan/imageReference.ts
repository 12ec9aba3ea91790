/** A container image reference, taken apart. */
export interface ImageReference {
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Grammar of references as container runtimes read them (distribution/reference): host[:port]/path[:tag][@digest], path in lower case. */
const grammar =
  /^((?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*)(?::(\w[\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;

export function parseImageReference(text: string): ImageReference | undefined {
  const [, repository, tag, digest] = grammar.exec(text) ?? [];
  if (repository === undefined) return undefined;
  return { repository, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
}

/** How people write Windows versions into image names and tags, newest spelling first. */
const windowsSpellings: readonly (readonly [RegExp, string])[] = [
  [/ltsc2025|(?:windows|win|server)-?2025|10\.0\.26100/i, "ltsc2025"],
  [/ltsc2022|(?:windows|win|server)-?2022|10\.0\.20348/i, "ltsc2022"],
  [/ltsc2019|(?:windows|win|server)-?2019|10\.0\.17763|\b1809\b/i, "ltsc2019"],
  [/23h2|10\.0\.25398/i, "23H2"],
];

/** The Windows base tag that a reference names in its repository or tag, the tag first. */
export function windowsBaseOf({ repository, tag }: ImageReference): string | undefined {
  return [tag ?? "", repository]
    .map((text) => windowsSpellings.find(([spelling]) => spelling.test(text))?.[1])
    .find((base) => base !== undefined);
}
