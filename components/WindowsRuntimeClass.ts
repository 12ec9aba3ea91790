import { RuntimeClass } from "@pulumi/kubernetes/node/v1";
import * as pulumi from "@pulumi/pulumi";
import type { RuntimeClassPlan } from "../plan/fleetPlan";

/** RuntimeClass of one Windows version: puts pods that name it on its nodes. A changed handler replaces it. */
export interface WindowsRuntimeClassArgs {
  readonly plan: RuntimeClassPlan;
}

export class WindowsRuntimeClass extends pulumi.ComponentResource {
  readonly runtimeClassName: pulumi.Output<string>;

  constructor(name: string, args: WindowsRuntimeClassArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:WindowsRuntimeClass", name, {}, opts);
    const { plan } = args;
    const runtimeClass = new RuntimeClass(
      `${name}-class`,
      {
        metadata: { name: plan.name },
        handler: plan.handler,
        scheduling: {
          nodeSelector: { ...plan.nodeSelector },
          tolerations: plan.tolerations.map((toleration) => ({ ...toleration })),
        },
      },
      { parent: this, deletedWith: opts?.deletedWith },
    );
    this.runtimeClassName = runtimeClass.metadata.name;
    this.registerOutputs({ runtimeClassName: this.runtimeClassName });
  }
}
