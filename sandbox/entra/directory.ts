import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";
import { StateFile } from "../stateFile";

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
  principals: Principal[];
}

const issuer = (tenantId: string) => `https://sts.windows.net/${tenantId}/`;

/** The sandbox's Entra tenant: principals, and access tokens that name them. */
export class Directory {
  private readonly file: StateFile<DirectoryState>;
  private readonly state: DirectoryState;

  constructor(path: string) {
    this.file = new StateFile(path);
    const saved = this.file.load();
    this.state = saved ?? newTenant();
    if (saved === undefined) {
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

  /** An access token for a resource such as `https://management.azure.com` or Azure DevOps' application id. Lives an hour. */
  async issueToken(objectId: string, audience: string): Promise<string> {
    return new SignJWT({ oid: objectId, tid: this.tenantId })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(issuer(this.tenantId))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(createPrivateKey(this.state.signingKey));
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

function newTenant(): DirectoryState {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    tenantId: randomUUID(),
    signingKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    deployer: newPrincipal("sandbox-deployer"),
    principals: [],
  };
}

function newPrincipal(displayName: string): Principal {
  return { objectId: randomUUID(), clientId: randomUUID(), displayName, createdAt: Date.now() };
}
