import { readFileSync } from "node:fs";
import { parse } from "yaml";

interface StackConfig {
  readonly "azuredevops:orgServiceUrl"?: string;
  readonly "aks-agents:azureDevOps"?: { readonly project?: string };
}

/** Creates the organisation and the project that a stack file names: in Azure DevOps people have them before the fleet. */
export async function seedAzureDevOps(emulatorUrl: string, stackFile: string): Promise<void> {
  const { config } = parse(readFileSync(stackFile, "utf8")) as { config?: StackConfig };
  const organization = organizationOf(config?.["azuredevops:orgServiceUrl"] ?? "");
  const azureDevOps = config?.["aks-agents:azureDevOps"];
  if (organization === undefined || azureDevOps?.project === undefined) {
    return;
  }
  const organizationUrl = `${emulatorUrl}/_sandbox/organizations/${encodeURIComponent(organization)}`;
  for (const url of [organizationUrl, `${organizationUrl}/projects/${encodeURIComponent(azureDevOps.project)}`]) {
    const response = await fetch(url, { method: "PUT" });
    if (!response.ok) {
      throw new Error(`The Azure DevOps emulator answered ${response.status} to PUT ${url}.`);
    }
  }
}

/** Name in an organisation's URL. A URL that is of another form is left to the program, which refuses it with a better message. */
export function organizationOf(orgServiceUrl: string): string | undefined {
  const match = /^https:\/\/(?:dev\.azure\.com\/([^/]+)|([^./]+)\.visualstudio\.com)\/?$/.exec(orgServiceUrl);
  return match?.[1] ?? match?.[2];
}
