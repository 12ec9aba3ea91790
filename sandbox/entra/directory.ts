import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { SignJWT, exportJWK, jwtVerify } from "jose";
import { StateFile } from "../stateFile";
import type { JsonWebKeySet } from "./federation";

/** A service principal of the sandbox's tenant: the person who deploys, or a managed identity. */
export interface Principal {
  readonly objectId: string;
  readonly clientId: string;
  readonly displayName: string;
  /** Milliseconds since the epoch. Services come to know a fresh principal only after a while. */
  readonly createdAt: number;
}

interface DirectoryState {
  tenantId: string;
  signingKey: string;
  deployer: Principal;
  deployerSecret: string;
  principals: Principal[];
}

/** Tenants of a time when nobody needed the deployer's secret have none. */
type SavedState = Omit<DirectoryState, "deployerSecret"> & Partial<Pick<DirectoryState, "deployerSecret">>;

/** After ten minutes commands of a job that need another token fail (azure-devops-docs release/troubleshoot-workload-identity). */
const idTokenLife = "10m";

const issuer = (tenantId: string) => `https://sts.windows.net/${tenantId}/`;

/** The sandbox's Entra tenant: principals, and access tokens that name them. */
export class Directory {
  private readonly file: StateFile<SavedState>;
  private readonly state: DirectoryState;

  constructor(path: string) {
    this.file = new StateFile(path);
    const saved = this.file.load();
    this.state = { ...(saved ?? newTenant()), deployerSecret: saved?.deployerSecret ?? newSecret() };
    if (saved?.deployerSecret === undefined) {
      this.file.save(this.state);
    }
  }

  get tenantId(): string {
    return this.state.tenantId;
  }

  /** The principal that deploys: as old as the tenant. */
  get deployer(): Principal {
    return this.state.deployer;
  }

  /** Client secret of the principal that deploys. The directory's file is the only place where it is kept. */
  get deployerSecret(): string {
    return this.state.deployerSecret;
  }

  /** Issuer of the tokens with which the tenant itself vouches for others, as for the service connections of Azure DevOps. */
  get idTokenIssuer(): string {
    return `https://login.microsoftonline.com/${this.tenantId}/v2.0`;
  }

  createPrincipal(displayName: string): Principal {
    const principal = newPrincipal(displayName);
    this.state.principals.push(principal);
    this.file.save(this.state);
    return principal;
  }

  deletePrincipal(objectId: string): void {
    this.state.principals = this.state.principals.filter((principal) => principal.objectId !== objectId);
    this.file.save(this.state);
  }

  principal(objectId: string): Principal | undefined {
    return [this.state.deployer, ...this.state.principals].find((principal) => principal.objectId === objectId);
  }

  /** The principal that signs in with a client id. */
  principalOfClient(clientId: string): Principal | undefined {
    return [this.state.deployer, ...this.state.principals].find(
      (principal) => principal.clientId.toLowerCase() === clientId.toLowerCase(),
    );
  }

  /** The keys with which the tenant's tokens are verified. */
  async keys(): Promise<JsonWebKeySet> {
    const { kty, n, e } = await exportJWK(createPublicKey(this.state.signingKey));
    return { keys: [{ kty, n, e, use: "sig", alg: "RS256", kid: this.keyId }] };
  }

  /** An access token for a resource such as `https://management.azure.com` or Azure DevOps' application id. Lives an hour. */
  async issueToken(objectId: string, audience: string): Promise<string> {
    const appid = this.principal(objectId)?.clientId;
    return this.sign(
      new SignJWT({ oid: objectId, sub: objectId, tid: this.tenantId, appid, idtyp: "app", ver: "1.0" })
        .setIssuer(issuer(this.tenantId))
        .setAudience(audience)
        .setExpirationTime("1h"),
    );
  }

  /**
   * A token with which a service of the tenant vouches for one of its own, such as Azure DevOps for a service connection. It proves
   * nothing but its three claims: a federated credential has to trust them.
   */
  async issueIdToken(claims: {
    readonly issuer: string;
    readonly subject: string;
    readonly audience: string;
  }): Promise<string> {
    return this.sign(
      new SignJWT()
        .setIssuer(claims.issuer)
        .setSubject(claims.subject)
        .setAudience(claims.audience)
        .setNotBefore("0s")
        .setExpirationTime(idTokenLife),
    );
  }

  private sign(token: SignJWT): Promise<string> {
    return token
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: this.keyId })
      .setIssuedAt()
      .sign(createPrivateKey(this.state.signingKey));
  }

  /** Name of the one signing key. */
  private get keyId(): string {
    const key = createPublicKey(this.state.signingKey).export({ type: "spki", format: "der" });
    return createHash("sha256").update(key).digest("base64url");
  }

  /** Whom a token names, if this tenant issued it for one of the audiences, it has not expired, and the principal still exists. */
  async verifyToken(token: string, audiences: readonly string[]): Promise<Principal | undefined> {
    try {
      const { payload } = await jwtVerify(token, createPublicKey(this.state.signingKey), {
        issuer: issuer(this.tenantId),
        audience: [...audiences],
      });
      return this.principal(String(payload["oid"]));
    } catch {
      return undefined;
    }
  }
}

function newTenant(): SavedState {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    tenantId: randomUUID(),
    signingKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    deployer: newPrincipal("sandbox-deployer"),
    principals: [],
  };
}

/** 40 characters, as long as the secrets that Entra makes. */
const newSecret = () => randomBytes(30).toString("base64url");

function newPrincipal(displayName: string): Principal {
  return { objectId: randomUUID(), clientId: randomUUID(), displayName, createdAt: Date.now() };
}
