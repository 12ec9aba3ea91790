import type { ProxyPlan } from "./fleetPlan";
import { serviceAddress } from "./serviceAddress";
import type { AgentSettings, Settings } from "./settings";

/**
 * Hosts that no proxy can reach: the container itself, the cluster's services, Azure's metadata address. The API server by its
 * address too, because Node and the agent know no ranges (nodejs.org/api/cli.html NODE_USE_ENV_PROXY).
 */
function ownHosts(serviceCidr: string): readonly string[] {
  return [
    "localhost",
    "127.0.0.1",
    ".svc",
    ".cluster.local",
    serviceAddress(serviceCidr, 1),
    serviceCidr,
    "169.254.169.254",
  ];
}

export function planProxy({ proxy }: AgentSettings, { cluster }: Pick<Settings, "cluster">): ProxyPlan | undefined {
  return (
    proxy && {
      url: proxy.url.replace(/\/$/, ""),
      noProxy: [...new Set([...ownHosts(cluster.network.serviceCidr), ...proxy.noProxy])],
    }
  );
}
