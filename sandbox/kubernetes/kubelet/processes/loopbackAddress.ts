import { createHash } from "node:crypto";

/** Where servers listen that know nothing of pods. */
export const LOOPBACK = "127.0.0.1";

/** Variable of a container by which its servers learn their address. */
export const ADDRESS_VARIABLE = "SANDBOX_POD_ADDRESS";

/** 127.0.x.x is left to everybody, 127.255.x.x too: it holds the broadcast address. */
const BLOCKS = 254;

/**
 * The address of loopback that stands for a pod's: Linux has all of 127.0.0.0/8 without setup (RFC 1122, 3.2.1.3). The last two
 * numbers are those of the pod's address, which differ within a cluster; the second is the cluster's, so that clusters rarely meet.
 * @param clusterDirectory Names the cluster among all that the machine may run.
 * @param podIp IPv4 address.
 */
export function loopbackAddress(clusterDirectory: string, podIp: string): string {
  const [, second = 0, third = 0, fourth = 0] = podIp.split(".").map(Number);
  const cluster = createHash("sha256").update(clusterDirectory).digest().readUInt16BE();
  return `127.${1 + ((cluster + second) % BLOCKS)}.${third}.${fourth}`;
}
