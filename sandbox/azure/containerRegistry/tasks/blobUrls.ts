import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { StateFile } from "../../../stateFile";
import type { TaskBlob } from "./taskFiles";

/** What a URL lets its bearer do with one blob: read it, or create and write it. */
export type BlobPermission = "r" | "cw";

/** First segment of the blobs' paths: to storage clients, which know an address without a name by it, the account. */
export const blobRoot = "_blob";

/** The storage service's version that the signatures name. */
const signedVersion = "2024-11-04";

/** Makes and checks URLs that carry their own permission, in the form of a shared access signature. The key is the emulator's own. */
export class BlobUrls {
  private readonly key: string;

  constructor(
    keyFile: string,
    private readonly now: () => Date,
  ) {
    const file = new StateFile<string>(keyFile);
    const key = file.load() ?? randomBytes(32).toString("base64");
    file.save(key);
    this.key = key;
  }

  /** @param baseUrl How the client reaches the emulator. */
  url(blob: TaskBlob, permission: BlobPermission, seconds: number, baseUrl: string): string {
    const expiry = new Date(this.now().getTime() + seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
    const signature = this.signature(blob, permission, expiry);
    const query = new URLSearchParams({ sv: signedVersion, se: expiry, sr: "b", sp: permission, sig: signature });
    return `${baseUrl}/${blobRoot}/${blob.container}/${blob.name}?${query.toString()}`;
  }

  /** Why a request may not touch the blob; undefined when it may. */
  refusal(blob: TaskBlob, query: URLSearchParams, needed: BlobPermission): BlobRefusal | undefined {
    const expiry = query.get("se") ?? "";
    const permission = query.get("sp") ?? "";
    if (!matches(query.get("sig") ?? "", this.signature(blob, permission, expiry))) {
      return { kind: "signature", detail: "Signature did not match." };
    }
    if (!(Date.parse(expiry) > this.now().getTime())) {
      return { kind: "signature", detail: `Signature not valid in the specified time frame: Expiry [${expiry}].` };
    }
    return permission === needed ? undefined : { kind: "permission" };
  }

  private signature({ container, name }: TaskBlob, permission: string, expiry: string): string {
    const signed = [permission, expiry, `/${blobRoot}/${container}/${name}`, signedVersion].join("\n");
    return createHmac("sha256", this.key).update(signed).digest("base64");
  }
}

export type BlobRefusal = { readonly kind: "signature"; readonly detail: string } | { readonly kind: "permission" };

function matches(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
