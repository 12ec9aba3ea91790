import { z } from "zod";
import { flag, text, texts, whole } from "../fields";

/** Source: managedClusters.json, KubeletConfig. */
export const kubeletConfig = () =>
  z
    .strictObject({
      cpuManagerPolicy: text(),
      cpuCfsQuota: flag(),
      cpuCfsQuotaPeriod: text(),
      imageGcHighThreshold: whole(),
      imageGcLowThreshold: whole(),
      topologyManagerPolicy: text(),
      allowedUnsafeSysctls: texts(),
      failSwapOn: flag(),
      containerLogMaxSizeMB: whole(),
      containerLogMaxFiles: whole(2),
      podMaxPids: whole(),
    })
    .optional();

/** Source: managedClusters.json, LinuxOSConfig and SysctlConfig. */
export const linuxOsConfig = () =>
  z
    .strictObject({
      sysctls: z
        .strictObject({
          netCoreSomaxconn: whole(),
          netCoreNetdevMaxBacklog: whole(),
          netCoreRmemDefault: whole(),
          netCoreRmemMax: whole(),
          netCoreWmemDefault: whole(),
          netCoreWmemMax: whole(),
          netCoreOptmemMax: whole(),
          netIpv4TcpMaxSynBacklog: whole(),
          netIpv4TcpMaxTwBuckets: whole(),
          netIpv4TcpFinTimeout: whole(),
          netIpv4TcpKeepaliveTime: whole(),
          netIpv4TcpKeepaliveProbes: whole(),
          netIpv4TcpkeepaliveIntvl: whole(10, 90),
          netIpv4TcpTwReuse: flag(),
          netIpv4IpLocalPortRange: text(),
          netIpv4NeighDefaultGcThresh1: whole(),
          netIpv4NeighDefaultGcThresh2: whole(),
          netIpv4NeighDefaultGcThresh3: whole(),
          netNetfilterNfConntrackMax: whole(131072, 2097152),
          netNetfilterNfConntrackBuckets: whole(65536, 524288),
          fsInotifyMaxUserWatches: whole(),
          fsFileMax: whole(),
          fsAioMaxNr: whole(),
          fsNrOpen: whole(),
          kernelThreadsMax: whole(),
          vmMaxMapCount: whole(),
          vmSwappiness: whole(),
          vmVfsCachePressure: whole(),
        })
        .optional(),
      transparentHugePageEnabled: text(),
      transparentHugePageDefrag: text(),
      swapFileSizeMB: whole(),
    })
    .optional();
