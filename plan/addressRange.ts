import ipaddr from "ipaddr.js";

/** A range of IPv4 addresses, as numbers. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
  readonly prefix: number;
  /** The range as it should be written: with its first address. */
  readonly canonical: string;
}

/** Reads `10.0.0.0/16`. Absent when it is no IPv4 range. */
export function parseAddressRange(text: string): AddressRange | undefined {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return undefined;
  const [, prefix] = ipaddr.IPv4.parseCIDR(text);
  const first = toNumber(ipaddr.IPv4.networkAddressFromCIDR(text));
  return {
    first,
    last: first + 2 ** (32 - prefix) - 1,
    prefix,
    canonical: `${ipaddr.IPv4.networkAddressFromCIDR(text).toString()}/${prefix}`,
  };
}

/** Reads `10.0.0.10` as a number. Absent when it is no IPv4 address. */
export function parseAddress(text: string): number | undefined {
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? toNumber(ipaddr.IPv4.parse(text)) : undefined;
}

export function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}

export function overlap(one: AddressRange, other: AddressRange): boolean {
  return one.first <= other.last && other.first <= one.last;
}

/** Longest prefix whose range has at least that many addresses. */
export function prefixFor(addresses: number): number {
  return 32 - Math.ceil(Math.log2(Math.max(1, addresses)));
}

function toNumber(address: ipaddr.IPv4): number {
  return address.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0);
}
