import { stripVTControlCharacters } from "node:util";

/** What people read in `kubectl logs`. Every line begins with its time and the stage that it belongs to. */
export interface Log {
  info(stage: string, message: string): void;
  warn(stage: string, message: string): void;
  error(stage: string, message: string): void;
  /** From now on the secret goes out as `***`, in clear and in the forms in which it travels. Safe to call twice. */
  redact(secret: string): void;
}

type Level = "info" | "warning" | "error";

const mask = "***";

/** A JSON Web Token: no log line has a reason to hold one, also where nobody announced it. */
const anyJsonWebToken = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g;

/** Most stages have as many letters or fewer, so that messages stand below each other. */
const stageWidth = 8;

/**
 * Writes a line per message: `2026-11-30T12:00:00Z stage  message`, or one JSON object with `time`, `stage`, `level` and
 * `message`. Output of other programs may be handed in as it is: it comes out as text without control characters.
 */
export function createLog(
  format: "text" | "json",
  write: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
  now: () => number = Date.now,
): Log {
  const secrets = new Set<string>();
  const put = (level: Level, stage: string, message: string) => {
    const time = new Date(now()).toISOString().replace(/\.\d+Z$/, "Z");
    const lines = plainLines(message).map((line) => masked(line, secrets));
    if (format === "json") {
      write(JSON.stringify({ time, stage, level, message: lines.join("\n") }));
    } else {
      const mark = level === "info" ? "" : `${level}: `;
      lines.forEach((line) => write(`${time} ${stage.padEnd(stageWidth)}  ${mark}${line}`));
    }
  };
  return {
    info: (stage, message) => put("info", stage, message),
    warn: (stage, message) => put("warning", stage, message),
    error: (stage, message) => put("error", stage, message),
    redact: (secret) => formsOf(secret).forEach((form) => secrets.add(form)),
  };
}

/** Colours and cursor movements of a terminal, and marks that turn the direction of text, would let foreign output lie. */
function plainLines(message: string): string[] {
  return stripVTControlCharacters(message)
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll("\t", "  ").replace(/[\p{Cc}\p{Bidi_Control}]/gu, ""));
}

/** In clear, in a URL, in JSON, and in base64 alone or as the password of Basic without a user's name. */
function formsOf(secret: string): string[] {
  const base64 = [secret, `:${secret}`].map((text) => Buffer.from(text).toString("base64").replace(/=+$/, ""));
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...base64];
  return forms.filter((form) => form !== "");
}

function masked(line: string, secrets: ReadonlySet<string>): string {
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((text, secret) => text.replaceAll(secret, mask), line).replace(anyJsonWebToken, mask);
}
