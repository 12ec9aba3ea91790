import { RestError } from "@azure/core-rest-pipeline";
import { BuildError } from "../../buildError";
import { contextTooLarge } from "./contextTooLarge";
import { networkFailure } from "./networkFailure";

/** @param url Its query carries a permission, so only the host is told. */
export function explainStorage(error: unknown, doing: string, url: string): BuildError {
  const { host } = new URL(url);
  const code = error instanceof RestError ? error.code : undefined;
  if (code === "RequestBodyTooLarge") {
    return contextTooLarge(`is larger than the storage ${host} takes`);
  }
  return (
    networkFailure(error, doing, host) ??
    new BuildError(
      "storage-refused",
      `The task service's storage ${host} refuses it, ${doing}${code === undefined ? "" : ` (${code})`}.`,
      "Its URL is valid for a short time by this machine's clock: check the clock, and start the build again.",
    )
  );
}
