import type { Rule } from "./rule";

/** Names that AKS does not take (azure-rest-api-specs containerservice ManagedClusterWindowsProfile.adminUsername). */
const takenNames = [
  ..."administrator admin user user1 test user2 test1 user3 admin1 1 123 a actuser adm admin2 aspnet backup console".split(
    " ",
  ),
  ..."david guest john owner root server sql support support_388945a0 sys test2 test3 user4 user5".split(" "),
];

export const windowsAdminRules: readonly Rule[] = [
  {
    code: "windows-admin-username",
    severity: "refusal",
    check: ({ settings: { cluster } }) => {
      const name = cluster.windowsAdminUsername;
      const wrong = faultOf(name);
      if (wrong === undefined) return [];
      return [
        {
          path: "cluster.windowsAdminUsername",
          message: `"${name}" ${wrong}.`,
          remedy: "Use 1 to 20 letters and digits that are no common account name, such as aksagents.",
        },
      ];
    },
  },
];

function faultOf(name: string): string | undefined {
  if (name.length < 1 || name.length > 20) return `has ${name.length} characters, and 1 to 20 are allowed`;
  if (takenNames.includes(name.toLowerCase())) return "is among the account names that Azure does not take";
  if (name.endsWith(".")) return "ends with a dot";
  if (/["/\\[\]:|<>+=;,?*@&\s]/.test(name)) return "holds a character that Windows account names cannot have";
  return undefined;
}
