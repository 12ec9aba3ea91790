import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { kubernetesVersions, kubernetesVersionsSource } from "../plan/kubernetesVersions";
import { configurationKeys } from "../plan/settings/keyPaths";
import type { KeyNode } from "../plan/settings/keyTree";
import { windowsVersions } from "../plan/windowsVersions";

/** Where the reference is kept. */
export const referenceFile = join(__dirname, "configuration.md");

/** The configuration reference, written from the schema and the version tables, so that it cannot fall behind them. */
export function configurationReference(): string {
  return [introduction, ...sections("", configurationKeys), kubernetesSection(), windowsSection(), formats].join(
    "\n\n",
  );
}

const introduction = `# Configuration

This file is written by \`npm run docs\` from the schema in \`plan/settings.ts\`; a test keeps it from falling behind.

Values stand in \`Pulumi.<stack>.yaml\`. Keys of this program carry the project's name (\`aks-agents:agents\`), keys of a provider
that provider's. Everything is checked before anything is created, and everything that is wrong comes in one message, each
problem with its place, its code, and what would be right. Single values inside a group or list are set by path:

\`\`\`sh
pulumi config set --path 'aks-agents:agents[0].nodes.max' 4
pulumi config set --secret aks-agents:agentToken
\`\`\`

The smallest configuration:

\`\`\`yaml
config:
  azure-native:location: westeurope
  azuredevops:orgServiceUrl: https://dev.azure.com/contoso
  aks-agents:agents:
    - name: win22
      os: windows2022
  aks-agents:azureDevOps:
    project: fleet
\`\`\``;

/** What would surprise somebody who writes YAML by hand. */
const formats = `## Texts that YAML takes for numbers

YAML reads \`1.30\` as the number 1.3 and \`1\` as a number: put versions and zones into quotes.
`;

function sections(path: string, group: KeyNode): string[] {
  const own = [
    ...(path === "" ? ["## Keys"] : [`## \`${path}\``, group.meta?.description ?? ""]),
    table(
      ["key", "value", "default", "meaning", "a change"],
      group.children.map((key) => row(key)),
    ),
  ];
  return [own.join("\n\n"), ...group.children.filter(hasSection).flatMap((key) => sections(pathOf(path, key), key))];
}

function hasSection({ children }: KeyNode): boolean {
  return children.length > 0;
}

function pathOf(parent: string, { name, kind }: KeyNode): string {
  return `${parent === "" ? "" : `${parent}.`}${name}${kind === "list" ? "[]" : ""}`;
}

function row(key: KeyNode): string[] {
  const { name, meta } = key;
  const example = meta?.example === undefined || hasSection(key) ? "" : ` Example: ${code(meta.example)}`;
  return [
    `\`${meta?.configKey ?? name}\``,
    kindText(key),
    defaultText(key),
    `${meta?.description ?? ""}${example}`,
    meta?.change ?? "",
  ];
}

const kindWords: Readonly<Record<KeyNode["kind"], string>> = {
  group: "group",
  list: "list",
  map: "map of names to texts",
  text: "text",
  "truth value": "`true` or `false`",
  "whole number": "whole number",
  number: "number",
  choice: "word",
  mixed: "text",
};

function kindText({ kind, choices, meta, children }: KeyNode): string {
  if (meta?.writtenAs !== undefined) return meta.writtenAs;
  if (choices.length > 0) return choices.map((choice) => `\`${choice}\``).join(", ");
  if (kind === "list") return children.length > 0 ? "list of groups" : "list of texts";
  return kindWords[kind];
}

function defaultText({ required, defaultValue, meta, kind }: KeyNode): string {
  if (required) return "required";
  if (meta?.derivedDefault !== undefined) return meta.derivedDefault;
  if (kind === "group" && meta?.writtenAs === undefined) return "";
  if (defaultValue === undefined) return "none";
  return code(defaultValue);
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function kubernetesSection(): string {
  const { source, checked } = kubernetesVersionsSource;
  return [
    "## Kubernetes versions",
    `On AKS, by ${source}, checked ${checked}. After the end of life a version needs \`cluster.tier: Premium\`, which brings long-term support.`,
    table(
      ["version", "available", "end of life", "end of long-term support"],
      kubernetesVersions.map(({ minor, available, endOfLife, endOfLongTermSupport, planned }) => [
        `1.${minor}`,
        planned ? `${available} (planned)` : available,
        endOfLife,
        endOfLongTermSupport,
      ]),
    ),
  ].join("\n\n");
}

function windowsSection(): string {
  return [
    "## Windows versions",
    "A refusal that rests on this table or the one above can be turned into a warning by `treatAsWarning`.",
    table(
      ["`os`", "OS SKU", "build", "Kubernetes", "retired", "images that run", "VM generation", "checked"],
      Object.entries(windowsVersions).map(([os, version]) => [
        `\`${os}\``,
        version.osSku,
        version.build,
        version.kubernetes.last === undefined
          ? `from 1.${version.kubernetes.first}`
          : `1.${version.kubernetes.first} to 1.${version.kubernetes.last}`,
        version.retirement ?? "",
        version.runsImageTags.join(", "),
        String(version.vmGeneration),
        version.checked,
      ]),
    ),
  ].join("\n\n");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

if (require.main === module) writeFileSync(referenceFile, configurationReference());
