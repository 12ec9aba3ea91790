import assert from "node:assert/strict";
import { RestError } from "@azure/core-rest-pipeline";
import type { AcrBuildRequest } from "../../../builds/acr/acrBuild";
import { explainRequest, type TaskOperation } from "../../../builds/acr/failures/explainRequest";
import { explainRun } from "../../../builds/acr/failures/explainRun";
import { explainStorage } from "../../../builds/acr/failures/explainStorage";
import { request } from "./taskFixture";

const abac: AcrBuildRequest = { ...request, registry: { ...request.registry, roleAssignmentMode: "ABAC" } };
const windows: AcrBuildRequest = { ...request, os: "Windows" };

describe("A run that has failed is explained", () => {
  /** Lines as Docker and the service write them; sources at the patterns. */
  const cases: Readonly<
    Record<string, { log: string[]; code: string; says: RegExp; request?: AcrBuildRequest; error?: string }>
  > = {
    "F107: a Windows base on the Linux platform": {
      log: ['image operating system "windows" cannot be used on this platform'],
      code: "platform-mismatch",
      says: /linux\/amd64: it is an image for windows[^]*windows2022 or windows2025/,
    },
    "F107: a Linux base on the Windows platform": {
      log: ["no matching manifest for windows/amd64 10.0.20348 in the manifest list entries"],
      code: "platform-mismatch",
      request: windows,
      says: /no variant for windows\/amd64[^]*ltsc2022 or ltsc2025/,
    },
    "F105: an ABAC registry without an identity in the request": {
      log: [],
      error: "failed to login: when specifying push, at least one credential is required",
      code: "push-denied",
      says: /no identity[^]*Container Registry Repository Writer/,
    },
    "a push that the registry denies": {
      log: [
        "Pushing image: agents4711.azurecr.io/web/site:1, attempt 1",
        "denied: requested access to the resource is denied",
      ],
      code: "push-denied",
      request: abac,
      says: /Container Registry Repository Writer and Container Registry Repository Catalog Lister/,
    },
    "network rules of the registry, for Linux": {
      log: [
        "denied: client with IP '20.1.2.3' is not allowed access. Refer https://aka.ms/acr/firewall to grant access.",
      ],
      code: "network-rules",
      says: /does not let the task's machine in[^]*kaniko/,
    },
    "network rules of the registry, for Windows": {
      log: [
        "denied: client with IP '20.1.2.3' is not allowed access. Refer https://aka.ms/acr/firewall to grant access.",
      ],
      code: "network-rules",
      request: windows,
      says: /kaniko, which build within a private network, build for Linux only/,
    },
    "a base image that does not exist": {
      log: [
        "Step 1/3 : FROM nginx:no-such-tag",
        "manifest for nginx:no-such-tag not found: manifest unknown: manifest unknown",
      ],
      code: "base-image-not-found",
      says: /base image nginx:no-such-tag was not found/,
    },
    "a base image that may not be pulled": {
      log: [
        "pull access denied for contoso/base, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
      ],
      code: "base-image-not-found",
      says: /base image contoso\/base was not found/,
    },
    "a command that failed": {
      log: ["The command 'powershell -Command Install-It' returned a non-zero code: 3010"],
      code: "step-failed",
      says: /exit code 3010: powershell -Command Install-It/,
    },
    "a command that was not found, which is no image": {
      log: ["/bin/sh: 1: dotnet: not found", "The command '/bin/sh -c dotnet build' returned a non-zero code: 127"],
      code: "step-failed",
      says: /exit code 127/,
    },
    "a file that is not in the context": {
      log: [
        "COPY failed: file not found in build context or excluded by .dockerignore: stat site/: file does not exist",
      ],
      code: "step-failed",
      says: /COPY failed: file not found[^]*\.dockerignore/,
    },
    "a Dockerfile that cannot be read": {
      log: ["dockerfile parse error line 2: unknown instruction: RUNN"],
      code: "dockerfile-invalid",
      says: /line 2: unknown instruction: RUNN/,
    },
    "a failure of a kind that is not known": {
      log: ["something else"],
      error: "exit status 1",
      code: "build-failed",
      says: /exit status 1/,
    },
  };
  for (const [what, { log, code, says, request: its = request, error }] of Object.entries(cases)) {
    it(what, () => {
      const explained = explainRun({ runId: "ca1", status: "Failed", runErrorMessage: error }, log, its);
      assert.equal(explained.code, code);
      assert.match(explained.message, says);
      assert.match(explained.problem, /ca1/);
      log.forEach((line) => assert.ok(explained.logTail.includes(line)));
    });
  }

  it("with the last 25 lines of its log, and no more", () => {
    const log = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const { logTail } = explainRun({ runId: "ca1", status: "Failed" }, [...log, ""], request);
    assert.deepEqual(logTail, log.slice(-25));
  });

  it("by its end when the Dockerfile is not to blame", () => {
    const codes = ["Canceled", "Timeout", "Error"].map(
      (status) => explainRun({ runId: "ca1", status }, [], request).code,
    );
    assert.deepEqual(codes, ["cancelled", "timed-out", "service-error"]);
    assert.match(explainRun({ runId: "ca1", status: "Timeout" }, [], request).problem, /within 60 minutes/);
  });
});

describe("A request that was refused is explained", () => {
  const refused = (statusCode: number, code: string, operation: TaskOperation = "scheduleRun/action", its = request) =>
    explainRequest(new RestError("the service's words\nand more", { statusCode, code }), operation, its.registry);

  it("F108: tasks are not allowed in the subscription", () => {
    const { code, message } = refused(400, "TasksOperationsNotAllowed");
    assert.equal(code, "tasks-not-allowed");
    assert.match(message, /free and trial subscriptions[^]*Linux can be built in the cluster by kaniko/);
  });

  for (const operation of [
    "listBuildSourceUploadUrl/action",
    "scheduleRun/action",
    "runs/read",
    "runs/listLogSasUrl/action",
  ] as const) {
    it(`F110: ${operation} needs a role for tasks`, () => {
      const { code, message } = refused(403, "AuthorizationFailed", operation);
      assert.equal(code, "missing-permission");
      assert.ok(message.includes(`Microsoft.ContainerRegistry/registries/${operation}`));
      assert.match(message, /Container Registry Tasks Contributor[^]*AcrPush does not/);
      assert.doesNotMatch(message, /Repository Writer/);
    });
  }

  it("F105: an ABAC registry needs roles for its repositories besides", () => {
    const { message } = refused(403, "AuthorizationFailed", "scheduleRun/action", abac);
    assert.match(
      message,
      /Tasks Contributor[^]*Container Registry Repository Writer and Container Registry Repository Catalog Lister/,
    );
  });

  it("by the service's code, else by the status", () => {
    assert.equal(refused(404, "ResourceNotFound").code, "unknown-registry");
    assert.equal(refused(401, "InvalidAuthenticationToken").code, "not-signed-in");
    assert.equal(refused(403, "SomethingNew").code, "missing-permission");
    assert.equal(refused(429, "TooManyRequests").code, "too-many-requests");
    const { code, problem } = refused(409, "SomethingNew");
    assert.equal(code, "request-refused");
    assert.match(problem, /\(SomethingNew\): the service's words$/);
  });

  it("by the connection, when there was none", () => {
    const reset = new RestError("request failed", { code: "ECONNRESET" });
    assert.equal(explainRequest(reset, "runs/read", request.registry).code, "network");
    const untrusted = new RestError("request failed", { code: "SELF_SIGNED_CERT_IN_CHAIN" });
    assert.match(explainRequest(untrusted, "runs/read", request.registry).message, /NODE_EXTRA_CA_CERTS/);
  });
});

describe("A transfer that was refused is explained", () => {
  const url = "https://store.example/contexts/a.tar.gz?sig=canary-of-a-signature";

  it("by its size, its time or its network, and never with the permission in its address", () => {
    const failures = [
      [new RestError("x", { statusCode: 413, code: "RequestBodyTooLarge" }), "context-too-large"],
      [new RestError(`403 ${url}`, { statusCode: 403, code: "AuthenticationFailed" }), "storage-refused"],
      [new RestError(`no ${url}`, { code: "ENOTFOUND" }), "network"],
    ] as const;
    for (const [error, code] of failures) {
      const explained = explainStorage(error, "uploading the context", url);
      assert.equal(explained.code, code);
      assert.match(explained.message, /store\.example/);
      assert.doesNotMatch(explained.message, /canary/);
    }
  });
});
