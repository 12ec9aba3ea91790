const block = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([A-Za-z0-9+/=\s]*?)-----END \1-----/g;

/** What a PEM text holds: how many certificates, and whether there is more than certificates in it. */
export interface PemContent {
  readonly certificates: number;
  readonly privateKey: boolean;
  /** Blocks that are no certificates, or whose content is not whole. */
  readonly unreadable: number;
}

/** Looks at the blocks of a PEM text. What stands between them is ignored, as every reader of such files does. */
export function pemContent(text: string): PemContent {
  const blocks = [...text.matchAll(block)];
  const certificates = blocks.filter(([, label, body]) => label === "CERTIFICATE" && isWhole(body ?? "")).length;
  const opened = [...text.matchAll(/-----BEGIN /g)].length;
  return {
    certificates,
    privateKey: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text),
    unreadable: opened - certificates,
  };
}

/** Whether base64 text is one DER sequence of exactly the length that it says. */
function isWhole(base64: string): boolean {
  const der = Buffer.from(base64, "base64");
  const [tag, first = 0] = der;
  if (tag !== 0x30) return false;
  if (first < 0x80) return der.length === 2 + first;
  const octets = first - 0x80;
  if (octets < 1 || octets > 4 || der.length < 2 + octets) return false;
  return der.length === 2 + octets + der.readUIntBE(2, octets);
}
