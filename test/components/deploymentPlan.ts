import type { AgentDeploymentPlan } from "../../plan/fleetPlan";

/** A plan of one generation of agents, with what a test is about replaced. */
export function deploymentPlan(changes: Partial<AgentDeploymentPlan> = {}): AgentDeploymentPlan {
  return {
    name: "linux-a",
    agentClassName: "linux",
    fleetMarker: "aks-agents/test",
    generation: "a",
    os: "linux",
    osType: "Linux",
    nodePoolName: "linuxa",
    nodeSelector: { "kubernetes.io/os": "linux", "example.com/class": "linux" },
    tolerations: [{ key: "example.com/class", operator: "Equal", value: "linux", effect: "NoSchedule" }],
    imageRepository: "agents/linux",
    imageTag: "1.2.3",
    replicas: 2,
    resources: { cpu: "1500m", memoryMiB: 3072 },
    volumes: [],
    capabilities: {},
    drainTimeoutMinutes: 45,
    terminationGracePeriodSeconds: 3030,
    progressDeadlineSeconds: 900,
    createTimeoutMinutes: 30,
    deleteTimeoutMinutes: 70,
    debugHoldMinutes: 0,
    logMonitor: false,
    ...changes,
  };
}

export function windowsPlan(changes: Partial<AgentDeploymentPlan> = {}): AgentDeploymentPlan {
  return deploymentPlan({
    name: "win22-a",
    agentClassName: "win22",
    os: "windows2022",
    osType: "Windows",
    nodePoolName: "win22a",
    runtimeClassName: "windows-2022",
    nodeSelector: { "kubernetes.io/os": "windows", "example.com/class": "win22" },
    tolerations: [{ key: "os", operator: "Equal", value: "windows", effect: "NoSchedule" }],
    ...changes,
  });
}
