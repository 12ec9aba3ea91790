/** `https://dev.azure.com/<organisation>` or `https://<organisation>.visualstudio.com`, with or without a slash at the end. */
const forms = [
  /^https:\/\/dev\.azure\.com\/[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?\/?$/,
  /^https:\/\/[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?\.visualstudio\.com\/?$/,
];

export function isOrganisationUrl(url: string): boolean {
  return forms.some((form) => form.test(url));
}

/** Without the slash at the end, after which KEDA would look for the organisation's name (kedacore/keda#3980). */
export function normaliseOrganisationUrl(url: string): string {
  return url.replace(/\/+$/, "");
}
