import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";

/** Who may talk to the API server with a token of the token file: user name and groups as Kubernetes' own roles expect them. */
const accounts = {
  /** The local account behind AKS's admin credentials. */
  admin: { user: "masterclient", groups: ["system:masters"] },
  /** The local account behind AKS's user credentials while the cluster has no Entra integration. */
  user: { user: "clusterUser", groups: ["system:masters"] },
  controllerManager: { user: "system:kube-controller-manager", groups: [] },
  scheduler: { user: "system:kube-scheduler", groups: [] },
  /** The simulated kubelets and the autoscaler simulation. */
  simulation: { user: "aks-agents:simulation", groups: ["system:masters"] },
} as const;

export type Account = keyof typeof accounts;
export type AccountTokens = Readonly<Record<Account, string>>;

export function newAccountTokens(): AccountTokens {
  const token = () => randomBytes(32).toString("hex");
  return { admin: token(), user: token(), controllerManager: token(), scheduler: token(), simulation: token() };
}

/** Content of kube-apiserver's `--token-auth-file`: token, user, uid, groups. */
export function tokenFile(tokens: AccountTokens): string {
  return Object.entries(accounts)
    .map(([account, { user, groups }]) => `${tokens[account as Account]},${user},${account},"${groups.join(",")}"\n`)
    .join("");
}

/** Writes an RSA key in PEM that signs service-account tokens, unless it is there: tokens outlive a restart. */
export function ensureServiceAccountKey(path: string): void {
  if (existsSync(path)) {
    return;
  }
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
}
