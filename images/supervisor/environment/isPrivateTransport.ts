const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a credential may be sent there: over TLS, or without leaving the machine. */
export function isPrivateTransport({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && loopback.test(hostname));
}
