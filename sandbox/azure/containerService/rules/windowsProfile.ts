import { badRequest } from "../../errors";
import type { ManagedClusterProperties } from "../../schema/containerService/managedCluster";

/** Source: managedClusters.json, ManagedClusterWindowsProfile (disallowed values). */
const forbiddenNames = new Set(
  (
    "administrator admin user user1 test user2 test1 user3 admin1 1 123 a actuser adm admin2 aspnet backup console david guest " +
    "john owner root server sql support support_388945a0 sys test2 test3 user4 user5"
  ).split(" "),
);
const forbiddenPasswords = new Set([
  "abc@123",
  "P@$$w0rd",
  "P@ssw0rd",
  "P@ssword123",
  "Pa$$word",
  "pass@word1",
  "Password!",
  "Password1",
  "Password22",
  "iloveyou!",
]);
const characterClasses = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];

/** Administrator account of the Windows nodes. */
export function checkWindowsProfile(profile: ManagedClusterProperties["windowsProfile"]): void {
  if (profile === undefined) {
    return;
  }
  const { adminUsername, adminPassword } = profile;
  if (
    adminUsername.length < 1 ||
    adminUsername.length > 20 ||
    adminUsername.endsWith(".") ||
    forbiddenNames.has(adminUsername.toLowerCase())
  ) {
    throw badRequest(
      "WindowsProfileUsernameInvalid",
      `The Windows administrator name '${adminUsername}' is not allowed: 1 to 20 characters, not ending in a period, not a well-known name.`,
      "windowsProfile.adminUsername",
    );
  }
  if (adminPassword === undefined) {
    return;
  }
  const classes = characterClasses.filter((pattern) => pattern.test(adminPassword)).length;
  if (adminPassword.length < 8 || adminPassword.length > 123 || classes < 3 || forbiddenPasswords.has(adminPassword)) {
    throw badRequest(
      "WindowsProfilePasswordInvalid",
      "The Windows administrator password is not allowed: 8 to 123 characters with three of lower case, upper case, digit and special character, and not a well-known one.",
      "windowsProfile.adminPassword",
    );
  }
}
