import { offsetAddress } from "../nodes/nodeObject";

/** Azure CNI overlay gives each node a /24 of the pod network (aks-docs azure-cni-overlay.md 2026-07-31). */
const ADDRESSES_PER_NODE = 256;
/** The first is the network's own, the second the gateway's. */
const FIRST_POD_ADDRESS = 2;

/** The pod addresses of one node. */
export class PodAddresses {
  private readonly taken = new Map<string, string>();

  /** @param podNetwork First address of the pod network. @param nodeIndex Which /24 of it is the node's. */
  constructor(
    private readonly podNetwork: string,
    private readonly nodeIndex: number,
  ) {}

  /** The pod's address, the same each time. @throws Error when the node has no free one. */
  addressFor(podUid: string): string {
    const used = new Set(this.taken.values());
    const known = this.taken.get(podUid);
    if (known !== undefined) {
      return known;
    }
    for (let host = FIRST_POD_ADDRESS; host < ADDRESSES_PER_NODE - 1; host += 1) {
      const address = offsetAddress(this.podNetwork, this.nodeIndex * ADDRESSES_PER_NODE + host);
      if (!used.has(address)) {
        this.taken.set(podUid, address);
        return address;
      }
    }
    throw new Error("No free pod address on the node.");
  }

  /** Takes note of an address that a pod has from before. */
  keep(podUid: string, address: string): void {
    this.taken.set(podUid, address);
  }

  release(podUid: string): void {
    this.taken.delete(podUid);
  }
}
