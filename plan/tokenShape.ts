import { z } from "zod";

/** What may be known of a token outside `config.ts`: never its text. */
export const tokenShapeSchema = z.strictObject({
  empty: z.boolean(),
  /** White space or control characters, at the ends or inside. */
  whitespace: z.boolean(),
  /** Characters that no token consists of, such as quotation marks. */
  foreignCharacters: z.boolean(),
  /** The text is base64 of something that looks like a token. */
  base64: z.boolean(),
  /** An Entra access token, which lives for about an hour. */
  accessToken: z.boolean(),
  /** Whether the stack file holds it encrypted. */
  encrypted: z.boolean(),
  /** Whether the Azure DevOps provider uses the same token. */
  usedByProvider: z.boolean(),
});

export type TokenShape = z.infer<typeof tokenShapeSchema>;

/** Judges a token's text. `encrypted` and `usedByProvider` come from where it stands. */
export function tokenShape(
  token: string,
  origin: { readonly encrypted: boolean; readonly usedByProvider: boolean },
): TokenShape {
  const trimmed = token.trim();
  return {
    empty: trimmed === "",
    whitespace: trimmed !== "" && /[\s\p{Cc}]/u.test(token),
    foreignCharacters: /[^\s\p{Cc}A-Za-z0-9._\-+/=]/u.test(token),
    base64: looksEncoded(trimmed),
    accessToken: /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(trimmed),
    ...origin,
  };
}

/** Personal access tokens have 52 or 84 letters and digits (azure-devops-docs "personal access token format", 2024-07). */
const tokenText = /^:?[A-Za-z0-9]{52}$|^:?[A-Za-z0-9]{84}$/;

function looksEncoded(text: string): boolean {
  const decoded = Buffer.from(text, "base64").toString("latin1");
  return !tokenText.test(text) && tokenText.test(decoded.trim());
}
