/** Id of a role definition in the subscription of what the role is given on: the form in which Azure hands assignments back. */
export function roleDefinitionId(scope: string, definition: string): string {
  const subscription = /^\/subscriptions\/[^/]+/i.exec(scope)?.[0] ?? "";
  return `${subscription}/providers/Microsoft.Authorization/roleDefinitions/${definition}`;
}
