import * as pulumi from "@pulumi/pulumi";

/**
 * An error for people that is thrown while outputs are worked out. It has no stack: nobody sees one, and the SDK colours it all the same
 * (pulumi cmd/run/run.js, uncaughtHandler), which takes minutes for the long one of a chain of outputs.
 */
export function laterError(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = "";
  return error;
}
