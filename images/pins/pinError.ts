/** Why a pin could not be resolved, in words for people. */
export class PinError extends Error {
  override readonly name = "PinError";
}
