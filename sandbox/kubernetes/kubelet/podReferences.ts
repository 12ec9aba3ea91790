import type { V1Container, V1Pod, V1Volume } from "@kubernetes/client-node";

/** A Secret or ConfigMap of the pod's namespace that the pod cannot run without. */
export interface ObjectReference {
  readonly kind: "secret" | "configmap";
  readonly name: string;
  /** The volume it fills, or undefined when it fills environment variables of `container`. */
  readonly volume?: string;
  readonly container?: string;
}

interface Source {
  readonly name?: string;
  readonly optional?: boolean;
}

/** Everything that has to exist before the pod's volumes can be mounted. */
export function volumeReferences(pod: V1Pod): ObjectReference[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) =>
    volumeSources(volume).flatMap(([kind, source]) =>
      required(kind, source).map((found) => ({ ...found, volume: volume.name })),
    ),
  );
}

/** Everything that has to exist before the container's environment can be made. */
export function environmentReferences(container: V1Container): ObjectReference[] {
  const sources: [ObjectReference["kind"], Source | undefined][] = [
    ...(container.envFrom ?? []).flatMap(
      ({ secretRef, configMapRef }): [ObjectReference["kind"], Source | undefined][] => [
        ["secret", secretRef],
        ["configmap", configMapRef],
      ],
    ),
    ...(container.env ?? []).flatMap(({ valueFrom }): [ObjectReference["kind"], Source | undefined][] => [
      ["secret", valueFrom?.secretKeyRef],
      ["configmap", valueFrom?.configMapKeyRef],
    ]),
  ];
  return sources.flatMap(([kind, source]) =>
    required(kind, source).map((found) => ({ ...found, container: container.name })),
  );
}

function volumeSources(volume: V1Volume): [ObjectReference["kind"], Source | undefined][] {
  const secret = volume.secret && { name: volume.secret.secretName, optional: volume.secret.optional };
  const projected = (volume.projected?.sources ?? []).flatMap(
    (source): [ObjectReference["kind"], Source | undefined][] => [
      ["secret", source.secret],
      ["configmap", source.configMap],
    ],
  );
  return [["secret", secret], ["configmap", volume.configMap], ...projected];
}

function required(
  kind: ObjectReference["kind"],
  source: Source | undefined,
): { kind: ObjectReference["kind"]; name: string }[] {
  return source?.name === undefined || source.optional === true ? [] : [{ kind, name: source.name }];
}
