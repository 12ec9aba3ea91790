export { AgentPool, AgentPoolArgs, AgentPoolUpgradeSettings } from "./agentPool";
