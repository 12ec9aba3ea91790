import ipaddr from "ipaddr.js";

/** An address of the services' range by its place in it. The first is that of the API server. */
export function serviceAddress(serviceCidr: string, place: number): string {
  const bytes = ipaddr.IPv4.networkAddressFromCIDR(serviceCidr).toByteArray();
  return [...bytes.slice(0, -1), (bytes.at(-1) ?? 0) + place].join(".");
}
