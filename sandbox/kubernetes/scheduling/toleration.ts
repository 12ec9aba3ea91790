import type { V1Taint, V1Toleration } from "@kubernetes/client-node";

/** Whether a pod with these tolerations may be placed on a node with these taints: PreferNoSchedule never keeps it away. */
export function toleratesAll(tolerations: readonly V1Toleration[], taints: readonly V1Taint[]): boolean {
  return taints
    .filter(({ effect }) => effect !== "PreferNoSchedule")
    .every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)));
}

function tolerates({ key, operator = "Equal", value, effect }: V1Toleration, taint: V1Taint): boolean {
  if (isSet(effect) && effect !== taint.effect) {
    return false;
  }
  if (!isSet(key)) {
    return operator === "Exists";
  }
  return key === taint.key && (operator === "Exists" || (value ?? "") === (taint.value ?? ""));
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== "";
}
