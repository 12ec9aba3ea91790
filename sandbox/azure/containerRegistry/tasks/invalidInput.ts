import { type ArmError, badRequest } from "../../errors";

/** How the task service refuses a value: code and form as in Azure/acr#321. @param target Path of the value in the request. */
export function invalidInput(reason: string, target: string): ArmError {
  return badRequest(
    "InvalidInputValue",
    `Some of the properties of 'runRequest' are invalid. InnerErrors: ${reason}`,
    target,
  );
}
