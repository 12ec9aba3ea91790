import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { laterError } from "../../components/laterError";

describe("laterError", () => {
  it("is shown by its message, and leaves no stack for the SDK to spend minutes on", () => {
    const error = laterError("AKS answered without an OIDC issuer for the cluster.");
    assert.ok(pulumi.RunError.isInstance(error));
    assert.equal(error.message, "AKS answered without an OIDC issuer for the cluster.");
    assert.equal(error.stack, "");
  });
});
