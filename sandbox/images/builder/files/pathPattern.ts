/** Whether a source of COPY is a pattern. To Windows a backslash is a separator, else it takes the meaning from what follows. */
export function isPattern(path: string, system: "windows" | "linux"): boolean {
  return /[*?[]/.test(system === "windows" ? path : path.replace(/\\./g, ""));
}

/** A pattern of Go's `filepath.Match`, which COPY takes: `*`, `?` and `[a-z]` never match a slash. */
export function pathPattern(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)|\*|\?|\[\^?(?:\\.|[^\]\\])+\]|[.+^${}()|[\]]/g, (found, escaped?: string) => {
    if (escaped !== undefined) {
      return `\\${escaped}`;
    }
    if (found === "*") {
      return "[^/]*";
    }
    if (found === "?") {
      return "[^/]";
    }
    return found.length > 2 && found.startsWith("[") ? found : `\\${found}`;
  });
  return new RegExp(`^${source}$`);
}
