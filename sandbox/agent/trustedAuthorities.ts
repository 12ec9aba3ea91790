import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";

/**
 * Certificate authorities as .NET on Linux finds them: OpenSSL's `SSL_CERT_FILE` and every file in `SSL_CERT_DIR`. Neither Node's
 * `NODE_EXTRA_CA_CERTS` nor `--sslcacert` of the agent changes what the listener itself trusts.
 */
export function trustedAuthorities(environment: NodeJS.ProcessEnv): string[] {
  const file = environment["SSL_CERT_FILE"];
  const folders = (environment["SSL_CERT_DIR"] ?? "")
    .split(":")
    .filter((folder) => folder !== "" && existsSync(folder));
  const files = [
    ...(file !== undefined && existsSync(file) ? [file] : []),
    ...folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
  ].filter((path) => statSync(path).isFile());
  return [...rootCertificates, ...files.map((path) => readFileSync(path, "utf8"))];
}
