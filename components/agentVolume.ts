import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentVolumePlan } from "../plan/fleetPlan";

/** A volume of the configuration, as pod volume and mount. The name keeps clear of the pod's own volumes. */
export function agentVolume(plan: AgentVolumePlan): {
  readonly volume: core.v1.Volume;
  readonly mount: core.v1.VolumeMount;
} {
  const name = `volume-${plan.name}`;
  return {
    volume: { name, ...source(plan) },
    mount: { name, mountPath: plan.mountPath, readOnly: plan.readOnly },
  };
}

function source({ emptyDir, configMap, secret, persistentVolumeClaim }: AgentVolumePlan): Omit<core.v1.Volume, "name"> {
  return {
    ...(emptyDir && {
      emptyDir: emptyDir.sizeLimitGiB === undefined ? {} : { sizeLimit: `${emptyDir.sizeLimitGiB}Gi` },
    }),
    ...(configMap && { configMap: { name: configMap.name } }),
    ...(secret && { secret: { secretName: secret.name } }),
    ...(persistentVolumeClaim && { persistentVolumeClaim: { claimName: persistentVolumeClaim.claimName } }),
  };
}
