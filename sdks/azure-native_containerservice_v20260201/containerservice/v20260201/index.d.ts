export { AgentPool, AgentPoolArgs } from "./agentPool";
