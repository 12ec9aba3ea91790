import { isOrganisationUrl } from "../organisationUrl";
import type { Rule } from "./rule";

/** Characters that project names cannot have (azure-devops-docs organizations/settings/naming-restrictions). */
const projectCharacters = /[\p{Cc}/:\\~&%;@'"?<>|#$*}{,+=[\]]/u;

export const azureDevOpsRules: readonly Rule[] = [
  {
    // F32: everything after the last slash would be taken for the organisation.
    code: "organisation-url",
    severity: "refusal",
    check: ({ settings: { orgServiceUrl } }) => {
      if (isOrganisationUrl(orgServiceUrl)) return [];
      return [
        {
          path: "azuredevops:orgServiceUrl",
          message: `"${orgServiceUrl}" ${faultOf(orgServiceUrl)}.`,
          remedy: "Write https://dev.azure.com/<organisation> or https://<organisation>.visualstudio.com.",
        },
      ];
    },
  },
  {
    code: "project-name",
    severity: "refusal",
    check: ({ settings: { azureDevOps } }) => {
      const { project } = azureDevOps;
      const fits =
        project.trim() !== "" &&
        project === project.trim() &&
        project.length <= 64 &&
        !projectCharacters.test(project) &&
        !/^[_.]|\.$/.test(project);
      if (fits) return [];
      return [
        {
          path: "azureDevOps.project",
          message: `"${project}" cannot be the name of a project.`,
          remedy:
            "Write the name as the browser's address shows it after the organisation, without blanks at the ends.",
        },
      ];
    },
  },
  {
    code: "pipeline-duplicate",
    severity: "refusal",
    check: ({ settings: { azureDevOps } }) => {
      const { pipelines } = azureDevOps;
      if (typeof pipelines === "string") return [];
      return pipelines.flatMap((id, index) =>
        pipelines.indexOf(id) === index
          ? []
          : [
              {
                path: `azureDevOps.pipelines[${index}]`,
                message: `Pipeline ${id} is named twice.`,
                remedy: "Name each pipeline once.",
              },
            ],
      );
    },
  },
];

function faultOf(url: string): string {
  if (!URL.canParse(url)) return "is no URL";
  const { protocol, hostname, pathname, username, search, hash } = new URL(url);
  if (protocol !== "https:") return `does not begin with https://`;
  if (username !== "") return "holds a user name";
  if (search !== "" || hash !== "") return "has a part after the organisation";
  const legacy = hostname.endsWith(".visualstudio.com");
  if (hostname !== "dev.azure.com" && !legacy) {
    return "is not in Azure DevOps Services, and the agents' identities are known nowhere else";
  }
  const segments = pathname.split("/").filter((segment) => segment !== "");
  if (segments.length > (legacy ? 0 : 1)) return `has the segment "${segments.at(-1)}" after the organisation`;
  return "names no organisation";
}
