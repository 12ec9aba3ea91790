import type { JsonObject } from "./json";

/** What Azure Resource Manager, or a service behind it, answers when it refuses. */
export class ArmError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly more: { readonly target?: string; readonly details?: readonly ErrorDetail[] } = {},
  ) {
    super(message);
  }

  /** The error response of the Azure Resource Manager contract. */
  body(): JsonObject {
    return { error: { code: this.code, message: this.message, ...this.more } };
  }
}

export interface ErrorDetail {
  readonly code: string;
  readonly message: string;
  readonly target?: string;
}

export const badRequest = (code: string, message: string, target?: string) =>
  new ArmError(400, code, message, target === undefined ? {} : { target });

export const conflict = (code: string, message: string) => new ArmError(409, code, message);

export const notFound = (code: string, message: string) => new ArmError(404, code, message);

export const resourceNotFound = (type: string, name: string, resourceGroup: string | undefined) =>
  notFound(
    "ResourceNotFound",
    `The Resource '${type}/${name}' under resource group '${resourceGroup ?? "<null>"}' was not found. ` +
      `For more details please go to https://aka.ms/ARMResourceNotFoundFix`,
  );

export const resourceGroupNotFound = (name: string) =>
  notFound("ResourceGroupNotFound", `Resource group '${name}' could not be found.`);
