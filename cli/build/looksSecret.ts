/** Words in the name of a build argument that stand for something secret. */
const secretName =
  /(^|[_.-])(passw(or)?d|pwd|secret|token|pat|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|client[_-]?secret|credentials?|connection[_-]?string|sas)($|[_.-])/i;

/** The forms of values that are secret whatever they are called. */
const secretForms: readonly RegExp[] = [
  // Azure DevOps: a new PAT has 84 characters with "AZDO" at its 77th to 80th, an old one 52 of base 32
  // (learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate).
  /^[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}$/,
  /^[a-z2-7]{52}$/,
  // GitHub (docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github).
  /\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})/,
  // Client secret of Entra, "Q~" at its fourth (learn.microsoft.com/purview/sit-defn-client-secret-api-key).
  /^[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}$/,
  // Keys and signatures of storage, and connection strings.
  /\b(AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd)\s*=/i,
  /[?&]sig=[A-Za-z0-9%+/=]{20,}/,
  // JSON web token, key in PEM, user information in a URL, npm token.
  /^eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*$/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]+:[^/\s@]+@/i,
  /\bnpm_[A-Za-z0-9]{36}\b/,
];

/** Whether a build argument had better not be in a log. An empty value is none. */
export function looksSecret(name: string, value: string): boolean {
  return value !== "" && (secretName.test(name) || secretForms.some((form) => form.test(value)));
}
