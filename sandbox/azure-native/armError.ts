import { isRecord } from "../engine/provider/properties";
import { ProviderError } from "../engine/provider/resourceProvider";

/** An answer of Azure Resource Manager that is not a success, with the words that the official provider prints. */
export class ArmError extends ProviderError {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
  ) {
    super(`Status=${status}${code === "" ? "" : ` Code="${code}"`} Message="${detail}"`);
  }

  /** Reads `{ error: { code, message } }`, which some services send without the envelope. */
  static from(status: number, body: unknown): ArmError {
    const envelope = isRecord(body) ? body : {};
    const error = isRecord(envelope["error"]) ? envelope["error"] : envelope;
    const code = typeof error["code"] === "string" ? error["code"] : "";
    const message = typeof error["message"] === "string" ? error["message"] : JSON.stringify(body ?? "");
    return new ArmError(status, code, message);
  }
}

/** Something went wrong after the service had accepted a resource, which therefore exists. */
export class AcceptedOperationError extends ProviderError {}
