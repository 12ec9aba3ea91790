/**
 * Resources that the emulator does not keep and believes to exist wherever a role is given on them: they are there before the fleet, in
 * groups and subscriptions of other people.
 */
const believed = [/\/providers\/Microsoft\.KeyVault\/vaults\/[^/]+(?:\/secrets\/[^/]+)?$/i];

export function isScopeElsewhere(scope: string): boolean {
  return believed.some((pattern) => pattern.test(scope));
}
