import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { md, pki } from "node-forge";

/** A server's key and certificate, both PEM. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

const caYears = 10;

/** The baseline requirements of public authorities allow 398 days at most, and some clients hold every authority to them. */
const serverDays = 397;

/** Clocks of containers may be a little behind this one. */
const backdatedMilliseconds = 60 * 60 * 1000;

/**
 * The sandbox's own certificate authority. Its clients trust it because they are told to, by `NODE_EXTRA_CA_CERTS` or the like; nothing
 * adds it to the machine's trust store.
 */
export class CertificateAuthority {
  private constructor(
    /** Certificate of the authority, PEM: what clients have to trust. */
    readonly caFile: string,
    private readonly certificate: pki.Certificate,
    private readonly key: pki.rsa.PrivateKey,
  ) {}

  /** The authority that is kept in a folder; created there the first time. */
  static open(folder: string): CertificateAuthority {
    const [keyFile, caFile] = [join(folder, "ca.key"), join(folder, "ca.crt")];
    // The certificate is written last: where it is, the key is too.
    if (!existsSync(caFile)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const key = newKey();
      replace(keyFile, key, 0o600);
      replace(caFile, pki.certificateToPem(authorityCertificate(pki.privateKeyFromPem(key))), 0o644);
    }
    const certificate = pki.certificateFromPem(readFileSync(caFile, "utf8"));
    return new CertificateAuthority(caFile, certificate, pki.privateKeyFromPem(readFileSync(keyFile, "utf8")));
  }

  /** A certificate for a server that is reached by these DNS names and IPv4 addresses. */
  issue(names: readonly string[]): ServerCertificate {
    const key = newKey();
    const certificate = unsigned(pki.privateKeyFromPem(key), serverDays);
    certificate.setSubject([{ name: "commonName", value: names[0] ?? "localhost" }]);
    certificate.setIssuer(this.certificate.subject.attributes);
    certificate.setExtensions([
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: names.map(alternativeName) },
      { name: "subjectKeyIdentifier" },
      {
        name: "authorityKeyIdentifier",
        keyIdentifier: this.certificate.generateSubjectKeyIdentifier().getBytes(),
      },
    ]);
    certificate.sign(this.key, md.sha256.create());
    return { key, cert: pki.certificateToPem(certificate) };
  }
}

function authorityCertificate(key: pki.rsa.PrivateKey): pki.Certificate {
  const certificate = unsigned(key, caYears * 365);
  const subject = [{ name: "commonName", value: "aks-agents sandbox" }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    { name: "subjectKeyIdentifier" },
  ]);
  certificate.sign(key, md.sha256.create());
  return certificate;
}

function unsigned(key: pki.rsa.PrivateKey, days: number): pki.Certificate {
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.setRsaPublicKey(key.n, key.e);
  // Positive, as RFC 5280 (4.1.2.2) wants it: the first bit is zero.
  certificate.serialNumber = `0${randomBytes(16).toString("hex").slice(1)}`;
  const now = Date.now();
  certificate.validity.notBefore = new Date(now - backdatedMilliseconds);
  certificate.validity.notAfter = new Date(now + days * 24 * 60 * 60 * 1000);
  return certificate;
}

const alternativeName = (name: string) =>
  /^[\d.]+$/.test(name) ? { type: ipAddress, ip: name } : { type: dnsName, value: name };

/** Kinds of general names (RFC 5280, 4.2.1.6). */
const [dnsName, ipAddress] = [2, 7];

/** Made by Node, which is quicker at it than a library in JavaScript. */
function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs1", format: "pem" }).toString();
}

function replace(path: string, text: string, mode: number): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, path);
}
