import { generationsOf } from "./generations";
import type { PlanContext } from "./planContext";
import { accessRules } from "./rules/access";
import { addressRules } from "./rules/addresses";
import { agentImageRules } from "./rules/agentImages";
import { agentPoolRules } from "./rules/agentPools";
import { agentTokenRules } from "./rules/agentToken";
import { azureDevOpsRules } from "./rules/azureDevOps";
import { caBundleRules } from "./rules/caBundle";
import { capabilityRules } from "./rules/capabilities";
import { capacityRules } from "./rules/capacity";
import { gmsaRules } from "./rules/gmsa";
import { identityRules } from "./rules/identities";
import { imageAgeRules } from "./rules/imageAge";
import { imageContextRules } from "./rules/imageContexts";
import { kubernetesVersionRules } from "./rules/kubernetesVersion";
import { lifecycleRules } from "./rules/lifecycle";
import { maintenanceRules } from "./rules/maintenance";
import { nameRules } from "./rules/names";
import { networkRules } from "./rules/network";
import { nodePoolRules } from "./rules/nodePools";
import { outboundRules } from "./rules/outbound";
import { pipelineConnectionRules } from "./rules/pipelineConnection";
import { proxyRules } from "./rules/proxy";
import { registryRules } from "./rules/registry";
import type { Finding, Rule, RuleInput } from "./rules/rule";
import { storageRules } from "./rules/storage";
import { subnetRules } from "./rules/subnet";
import { systemPoolRules } from "./rules/systemPool";
import { tagRules } from "./rules/tags";
import { timingRules } from "./rules/timing";
import { vmSizeRules } from "./rules/vmSizes";
import { volumeRules } from "./rules/volumes";
import { windowsAdminRules } from "./rules/windowsAdmin";
import { windowsContainerRules } from "./rules/windowsContainer";
import { windowsVersionRules } from "./rules/windowsVersions";
import type { Settings } from "./settings";

const subjectRules: readonly Rule[] = [
  ...kubernetesVersionRules,
  ...windowsVersionRules,
  ...agentImageRules,
  ...imageContextRules,
  ...imageAgeRules,
  ...vmSizeRules,
  ...nodePoolRules,
  ...systemPoolRules,
  ...capacityRules,
  ...networkRules,
  ...addressRules,
  ...subnetRules,
  ...outboundRules,
  ...accessRules,
  ...windowsAdminRules,
  ...maintenanceRules,
  ...nameRules,
  ...registryRules,
  ...storageRules,
  ...azureDevOpsRules,
  ...agentPoolRules,
  ...pipelineConnectionRules,
  ...identityRules,
  ...agentTokenRules,
  ...volumeRules,
  ...capabilityRules,
  ...proxyRules,
  ...caBundleRules,
  ...windowsContainerRules,
  ...gmsaRules,
  ...timingRules,
  ...tagRules,
  ...lifecycleRules,
];

const excusable = subjectRules.filter((rule) => rule.dated && rule.severity === "refusal").map((rule) => rule.code);

/** The only rule about rules. */
const treatAsWarningRule: Rule = {
  code: "treat-as-warning-code",
  severity: "refusal",
  check: ({ settings }) =>
    settings.treatAsWarning.flatMap((code, index) =>
      excusable.includes(code)
        ? []
        : [
            {
              path: `treatAsWarning[${index}]`,
              message: `"${code}" is not the code of a refusal that rests on dated facts.`,
              remedy: `Use one of ${excusable.join(", ")}; every other refusal has to be mended.`,
            },
          ],
    ),
};

/** Everything that is refused or warned about, beside the shape of single values. */
export const rules: readonly Rule[] = [...subjectRules, treatAsWarningRule];

/** Every problem of the settings, each once, in the order of the rules. */
export function findProblems(settings: Settings, context: PlanContext): readonly Finding[] {
  const input: RuleInput = { settings, context, generations: generationsOf(settings) };
  const findings = rules.flatMap((rule) => findingsOf(rule, input));
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function findingsOf(rule: Rule, input: RuleInput): Finding[] {
  const excused = rule.dated === true && input.settings.treatAsWarning.includes(rule.code);
  const severity = excused ? "warning" : rule.severity;
  return rule.check(input).map((complaint) => ({ related: [], ...complaint, code: rule.code, severity }));
}
