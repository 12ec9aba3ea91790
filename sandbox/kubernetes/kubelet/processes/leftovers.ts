import { join } from "node:path";
import { ContainerFolders } from "./containerFolders";
import { ContainerLedger } from "./containerLedger";

/** The record of a cluster's running containers. */
export function containerLedger(clusterDirectory: string): ContainerLedger {
  return new ContainerLedger(join(clusterDirectory, "containers.json"));
}

/** Ends the containers that a run of the cluster which was cut off has left, with their files. @returns How many still ran. */
export function endLeftovers(clusterDirectory: string): number {
  const ended = containerLedger(clusterDirectory).endLeftovers();
  new ContainerFolders(clusterDirectory).remove();
  return ended;
}
