import { ConfigMap } from "@pulumi/kubernetes/core/v1";
import * as pulumi from "@pulumi/pulumi";
import type { CaBundlePlan } from "../plan/fleetPlan";

/**
 * Certificate authorities that the agents of one class trust beside the public ones: a ConfigMap of their own, or one that exists. Other
 * certificates make another ConfigMap, so that agents roll: programs read them only when they start.
 */
export interface CaBundleArgs {
  readonly plan: CaBundlePlan;
  readonly namespace: pulumi.Input<string>;
}

const ownKey = "ca.crt";

export class CaBundle extends pulumi.ComponentResource {
  readonly configMapName: pulumi.Output<string>;
  readonly key: string;

  constructor(name: string, args: CaBundleArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:CaBundle", name, {}, opts);
    const { plan, namespace } = args;
    if (plan.kind === "configMap") {
      this.configMapName = pulumi.output(plan.name);
      this.key = plan.key;
    } else {
      const configMap = new ConfigMap(
        `${name}-certificates`,
        { metadata: { namespace }, immutable: true, data: { [ownKey]: plan.pem } },
        { parent: this, deletedWith: opts?.deletedWith },
      );
      this.configMapName = configMap.metadata.name;
      this.key = ownKey;
    }
    this.registerOutputs({ configMapName: this.configMapName });
  }
}
