import type { Run } from "@azure/arm-containerregistry";
import { BuildError } from "../../buildError";
import type { AcrBuildRequest } from "../acrBuild";

/** How many lines of the log are shown with a failure. */
const tailLines = 25;

interface FailedRun {
  readonly runId: string;
  readonly request: AcrBuildRequest;
  /** What the pattern has found, by its groups. */
  readonly found: readonly string[];
}

interface KnownFailure {
  readonly pattern: RegExp;
  readonly code: string;
  readonly problem: (run: FailedRun) => string;
  readonly remedy: (run: FailedRun) => string;
}

/** The first that is found in the run's error message or in the end of its log, in this order. */
const knownFailures: readonly KnownFailure[] = [
  {
    // First: what the command itself has printed may look like anything below.
    pattern: /The command '(.*?)' returned a non-zero code: (\d+)/i,
    code: "step-failed",
    problem: ({ found: [command, exitCode] }) =>
      `A step of the Dockerfile failed with exit code ${exitCode ?? ""}: ${command ?? ""}`,
    remedy: () => "The lines above it in the log are the command's own.",
  },
  {
    // F107; Azure/acr#229, #265, #863.
    pattern: /image operating system "(\w+)" cannot be used on this platform|no matching manifest for (\S+)/i,
    code: "platform-mismatch",
    problem: ({ request, found: [system, manifest] }) =>
      `The base image does not fit the platform ${request.os.toLowerCase()}/amd64: ${system === undefined ? `it has no variant for ${manifest ?? "it"}` : `it is an image for ${system}`}.`,
    remedy: ({ request }) =>
      request.os === "Linux"
        ? "An image for Windows is built for windows2022 or windows2025, one for Linux for linux: choose the system that the first FROM has."
        : "Take a base image for Windows of the version that is built for (ltsc2022 or ltsc2025), or build for linux.",
  },
  {
    // F105; Azure/azure-cli#31069.
    pattern: /when specifying push, at least one credential is required/i,
    code: "push-denied",
    problem: ({ request }) => `The run may not push to ${request.registry.loginServer}: it has no identity there.`,
    remedy: () =>
      "The registry checks permissions by repository (ABAC). The request names the caller when the registry's roleAssignmentMode is known: check it, and give the identity the role Container Registry Repository Writer.",
  },
  {
    // learn.microsoft.com/azure/container-registry/container-registry-troubleshoot-access
    pattern:
      /client with IP ['"]?([\da-f.:]+)['"]? is not allowed access|is not allowed access\. Refer https:\/\/aka\.ms\/acr\/firewall/i,
    code: "network-rules",
    problem: ({ request }) =>
      `The registry ${request.registry.loginServer} does not let the task's machine in: its network rules or its missing public access forbid it.`,
    // manage-network-bypass-policy-for-tasks (2025-05-15), tasks-agent-pools (2023-10-31)
    remedy: ({ request }) =>
      request.os === "Linux"
        ? "Let public networks in while images are built, or build within the network: by a task agent pool, or by kaniko in the cluster. `networkRuleBypassAllowedForTasks: true` lets ACR Tasks past the rules; it is documented for tasks with an identity of their own."
        : "Let public networks in while images are built: task agent pools and kaniko, which build within a private network, build for Linux only. `networkRuleBypassAllowedForTasks: true` lets ACR Tasks past the rules; it is documented for tasks with an identity of their own.",
  },
  {
    pattern:
      /manifest for (\S+) not found|(\S+): (?:not found|manifest unknown)|pull access denied for ([^\s,]+)|repository (\S+) not found|manifest unknown/i,
    code: "base-image-not-found",
    problem: ({ found }) =>
      `The base image ${found.find((name) => name !== undefined) ?? "of the Dockerfile"} was not found.`,
    remedy: () =>
      "Check the image and its tag in FROM, and the build arguments that it is made of. An image of another private registry is imported into this one first (`az acr import`).",
  },
  {
    pattern:
      /(?:denied: requested access to the resource is denied|insufficient_scope|unauthorized: authentication required|failed to push|push access denied)/i,
    code: "push-denied",
    problem: ({ request }) =>
      `A registry refuses the run: either the push to ${request.registry.loginServer}, or a base image in a registry that the run cannot sign in to.`,
    remedy: ({ request }) =>
      request.registry.roleAssignmentMode === "ABAC"
        ? "This registry checks permissions by repository: give the identity the roles Container Registry Repository Writer and Container Registry Repository Catalog Lister."
        : "The log says which image. A run may write to its own registry; import a base image of another private registry into it first (`az acr import`).",
  },
  {
    pattern: /((?:COPY|ADD) failed: .*)/i,
    code: "step-failed",
    problem: ({ found: [reason] }) => `A step of the Dockerfile failed: ${reason ?? ""}`,
    remedy: () => "Paths of COPY and ADD start at the context's root; what .dockerignore names is not there.",
  },
  {
    pattern: /((?:dockerfile parse error|failed to parse|unknown instruction).*)/i,
    code: "dockerfile-invalid",
    problem: ({ found: [reason] }) => `The Dockerfile cannot be read: ${reason ?? ""}`,
    remedy: () => "Mend the line that is named.",
  },
];

/** Why a run that has ended has no image. */
export function explainRun(run: Run, log: readonly string[], request: AcrBuildRequest): BuildError {
  const tail = log.filter((line) => line.trim() !== "").slice(-tailLines);
  const runId = run.runId ?? "";
  if (run.status === "Canceled") {
    return new BuildError("cancelled", `The run ${runId} was cancelled.`, "Start the build again.", tail);
  }
  if (run.status === "Timeout") {
    return new BuildError(
      "timed-out",
      `The run ${runId} was not finished within ${(request.timeoutSeconds ?? 3600) / 60} minutes.`,
      "Allow more time, up to 480 minutes, or let the Dockerfile do less.",
      tail,
    );
  }
  const text = [...tail, run.runErrorMessage ?? ""].join("\n");
  for (const { pattern, code, problem, remedy } of knownFailures) {
    const match = pattern.exec(text);
    if (match !== null) {
      const failed: FailedRun = { runId, request, found: match.slice(1) };
      return new BuildError(code, `${problem(failed)} (run ${runId})`, remedy(failed), tail);
    }
  }
  return new BuildError(
    run.status === "Error" ? "service-error" : "build-failed",
    `The run ${runId} failed${run.runErrorMessage === undefined ? "" : `: ${run.runErrorMessage}`}.`,
    run.status === "Error" ? "The service failed, not the Dockerfile. Start the build again." : "The log says why.",
    tail,
  );
}
