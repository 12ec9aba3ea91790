import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { get, getSuccess } from "./get";
import { PinError } from "./pinError";

/** An index first: a tag of several systems must be pinned as a whole. */
const manifestTypes = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

/** Docker Hub's registry has another name than its images. */
const registryHosts: Readonly<Record<string, string>> = { "docker.io": "registry-1.docker.io" };

/**
 * Digest of the manifest behind a tag, as the registry names it and as its content has it
 * (OCI distribution specification 1.1, pulling manifests; token flow: distribution docs/content/spec/auth/token.md).
 * @param image with its registry, such as `mcr.microsoft.com/windows/servercore`.
 * @throws PinError when there is no such tag, no access, or the content has another digest.
 */
export async function manifestDigest(image: string, tag: string): Promise<string> {
  const slash = image.indexOf("/");
  const host = image.slice(0, slash);
  const manifests = `${originOf(registryHosts[host] ?? host)}/v2/${image.slice(slash + 1)}/manifests`;
  const answer = await get(`${manifests}/${tag}`, { method: "HEAD", headers: { accept: manifestTypes } });
  const authorization = answer.status === 401 ? await authorize(answer, image) : undefined;
  const headers = { accept: manifestTypes, ...(authorization && { authorization }) };
  const head = authorization ? await get(`${manifests}/${tag}`, { method: "HEAD", headers }) : answer;
  if (head.status === 404) throw new PinError(`The registry has no ${image}:${tag}.`);
  if (!head.ok) throw new PinError(`The registry answers ${head.status} for ${image}:${tag}.`);
  const named = head.headers.get("docker-content-digest");
  const manifest = await getSuccess(`${manifests}/${named ?? tag}`, { headers });
  const actual = `sha256:${createHash("sha256")
    .update(Buffer.from(await manifest.arrayBuffer()))
    .digest("hex")}`;
  if (named !== null && named !== actual) {
    throw new PinError(`The registry calls the manifest of ${image}:${tag} ${named}, but its content is ${actual}.`);
  }
  return actual;
}

/** Plain HTTP for loopback alone, as Docker has it. */
function originOf(host: string): string {
  return isLoopback(new URL(`http://${host}`)) ? `http://${host}` : `https://${host}`;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || (isIP(hostname) === 4 && hostname.startsWith("127."));
}

/** An anonymous token for what the registry has asked for. */
async function authorize(refused: Response, image: string): Promise<string> {
  const challenge = refused.headers.get("www-authenticate") ?? "";
  const values = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]));
  const address = values.get("realm");
  if (!/^bearer /i.test(challenge) || address === undefined) {
    throw new PinError(`The registry wants a sign-in for ${image} that is not by token: ${challenge}`);
  }
  const realm = new URL(address);
  if (realm.protocol !== "https:" && !isLoopback(realm)) {
    throw new PinError(`The registry of ${image} sends its clients to ${realm.origin}, which is not HTTPS.`);
  }
  for (const key of ["service", "scope"]) {
    const value = values.get(key);
    if (value !== undefined) realm.searchParams.set(key, value);
  }
  const answer: unknown = await (await getSuccess(realm.href)).json();
  const token = tokenIn(answer);
  if (token === undefined) throw new PinError(`${realm.origin} gives no token for ${image}.`);
  return `Bearer ${token}`;
}

function tokenIn(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const token: unknown = Reflect.get(answer, "token") ?? Reflect.get(answer, "access_token");
  return typeof token === "string" ? token : undefined;
}
