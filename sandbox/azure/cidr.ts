import ipaddr from "ipaddr.js";

/** An IPv4 range: its first address as a number, and how many addresses it has. */
export interface Ipv4Range {
  readonly first: number;
  readonly size: number;
}

/** Undefined when the text is not an IPv4 range; a single address is a range of one. */
export function parseCidr(text: string): Ipv4Range | undefined {
  const withLength = text.includes("/") ? text : `${text}/32`;
  if (!ipaddr.IPv4.isValidCIDR(withLength)) {
    return undefined;
  }
  const [address, length] = ipaddr.IPv4.parseCIDR(withLength);
  const size = 2 ** (32 - length);
  const value = address.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0);
  return { first: value - (value % size), size };
}

export function overlap(one: Ipv4Range, other: Ipv4Range): boolean {
  return one.first < other.first + other.size && other.first < one.first + one.size;
}

export function contains(outer: Ipv4Range, inner: Ipv4Range): boolean {
  return outer.first <= inner.first && inner.first + inner.size <= outer.first + outer.size;
}
