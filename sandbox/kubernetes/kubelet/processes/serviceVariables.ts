import type { V1Service } from "@kubernetes/client-node";

/** Where the processes of a pod reach the API server. */
export interface ApiServerAddress {
  readonly host: string;
  readonly port: number;
}

/** The variables that a kubelet gives for one service (pkg/kubelet/envvars/envvars.go). */
function variablesOf(service: string, host: string, ports: readonly ServicePort[]): Record<string, string> {
  const prefix = service.toUpperCase().replaceAll("-", "_");
  const [first] = ports;
  if (first === undefined) {
    return {};
  }
  const url = ({ protocol, port }: ServicePort) => `${protocol.toLowerCase()}://${host}:${port}`;
  return {
    [`${prefix}_SERVICE_HOST`]: host,
    [`${prefix}_SERVICE_PORT`]: String(first.port),
    ...Object.fromEntries(
      ports.flatMap(({ name, port }) =>
        name === undefined ? [] : [[`${prefix}_SERVICE_PORT_${name.toUpperCase().replaceAll("-", "_")}`, String(port)]],
      ),
    ),
    [`${prefix}_PORT`]: url(first),
    ...Object.fromEntries(
      ports.flatMap((port) => {
        const link = `${prefix}_PORT_${port.port}_${port.protocol.toUpperCase()}`;
        return [
          [link, url(port)],
          [`${link}_PROTO`, port.protocol.toLowerCase()],
          [`${link}_PORT`, String(port.port)],
          [`${link}_ADDR`, host],
        ];
      }),
    ),
  };
}

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly protocol: string;
}

/** The variables that lead to the API server, which every container has. They name the real server, on loopback. */
export function apiServerVariables({ host, port }: ApiServerAddress): Record<string, string> {
  return variablesOf("kubernetes", host, [{ name: "https", port, protocol: "TCP" }]);
}

/** The variables of the services of a pod's own namespace. Headless services have none. */
export function serviceVariables(services: readonly V1Service[]): Record<string, string> {
  const withAddress = services.filter(({ spec }) => spec?.clusterIP !== undefined && /\d/.test(spec.clusterIP));
  return Object.assign(
    {},
    ...withAddress.map(({ metadata, spec }) =>
      variablesOf(
        metadata?.name ?? "",
        spec?.clusterIP ?? "",
        (spec?.ports ?? []).map(({ name, port, protocol }) => ({ name, port, protocol: protocol ?? "TCP" })),
      ),
    ),
  ) as Record<string, string>;
}
