import type { V1NodeSelectorRequirement, V1NodeSelectorTerm, V1Pod } from "@kubernetes/client-node";

type Labels = Readonly<Record<string, string>>;

/** Whether the pod's nodeSelector and its required node affinity accept a node of that name and those labels. */
export function selectsNode(pod: V1Pod, nodeName: string, labels: Labels): boolean {
  const selector = Object.entries(pod.spec?.nodeSelector ?? {});
  const terms = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return (
    selector.every(([key, value]) => labels[key] === value) &&
    (terms === undefined || terms.some((term) => termMatches(term, nodeName, labels)))
  );
}

/** A term without any requirement matches no node. */
function termMatches(
  { matchExpressions = [], matchFields = [] }: V1NodeSelectorTerm,
  nodeName: string,
  labels: Labels,
): boolean {
  return (
    matchExpressions.length + matchFields.length > 0 &&
    matchExpressions.every((requirement) => requirementHolds(requirement, labels[requirement.key])) &&
    matchFields.every((requirement) => requirementHolds(requirement, nodeName))
  );
}

function requirementHolds({ operator, values = [] }: V1NodeSelectorRequirement, value: string | undefined): boolean {
  const operators: Readonly<Record<string, () => boolean>> = {
    In: () => value !== undefined && values.includes(value),
    NotIn: () => value === undefined || !values.includes(value),
    Exists: () => value !== undefined,
    DoesNotExist: () => value === undefined,
    Gt: () => value !== undefined && Number(value) > Number(values[0]),
    Lt: () => value !== undefined && Number(value) < Number(values[0]),
  };
  return operators[operator]?.() ?? false;
}
