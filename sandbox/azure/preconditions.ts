import { ArmError } from "./errors";
import { at } from "./json";
import type { ArmRequest } from "./resourceType";
import type { StoredResource } from "./store";

/** @throws ArmError `PreconditionFailed` when `If-Match` or `If-None-Match` does not hold. */
export function checkIfMatch({ headers }: ArmRequest, existing: StoredResource | undefined): void {
  const wanted = headers["if-match"];
  const unwanted = headers["if-none-match"];
  const etag = existing?.body["etag"] ?? existing?.body["eTag"] ?? at(existing?.body, "properties.eTag");
  if (unwanted === "*" && existing !== undefined) {
    throw failed(`The resource '${existing.id}' already exists.`);
  }
  if (wanted === undefined) {
    return;
  }
  if (existing === undefined) {
    throw failed("The resource does not exist.");
  }
  if (wanted !== "*" && typeof etag === "string" && wanted !== etag) {
    throw failed(`The resource has ETag '${etag}', the request is for '${wanted}'.`);
  }
}

const failed = (message: string) => new ArmError(412, "PreconditionFailed", message);
