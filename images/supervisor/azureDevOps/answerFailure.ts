import { ServiceCallError, type ServiceFailure } from "../agentService";
import type { HttpAnswer } from "../http/httpClient";
import { jsonObject, parseJson, textOf } from "../http/jsonObject";
import { retryAfterSeconds } from "../http/retryAfter";

/** Name of the exception class behind an answer, by which the service's own clients tell errors apart. */
export function typeKeyOf(answer: HttpAnswer): string | undefined {
  return textOf(jsonObject(parseJson(answer.text))["typeKey"]);
}

const tokenRemedies = [
  "A personal access token needs the scope Agent Pools (read, manage) and must not have expired or been revoked.",
  "A managed identity must be a member of the organization, and its federated credential must fit this service account.",
  "AZP_URL must be the organization that the token is for.",
];

const poolRemedies = [
  "The identity must be Administrator of the agent pool, in the organization's settings (Agent pools, Security).",
  "A personal access token needs the scope Agent Pools (read, manage).",
];

const remedies: Partial<Record<ServiceFailure, readonly string[]>> = {
  refused: tokenRemedies,
  expired: ["Make a new token and replace the secret that holds it."],
  forbidden: poolRemedies,
  unexpected: ["Check AZP_URL (organization and host), and the proxy if there is one."],
};

/** Why an answer is not what was asked for; undefined when it is. */
export function answerFailure(answer: HttpAnswer, what: string, now: number): ServiceCallError | undefined {
  const failure = failureOf(answer);
  if (failure === undefined) {
    return undefined;
  }
  const words = serviceWords(answer);
  return new ServiceCallError(
    failure,
    `${what}: ${meanings[failure]} (status ${answer.status}${words === undefined ? "" : `: ${words}`}).`,
    retryAfterSeconds(answer.headers["retry-after"], now),
    remedies[failure],
  );
}

const meanings: Readonly<Record<ServiceFailure, string>> = {
  refused: "Azure DevOps does not accept the token",
  expired: "the token has expired",
  forbidden: "the identity lacks a right",
  busy: "the agent still has a job",
  throttled: "Azure DevOps asks for fewer requests",
  unavailable: "Azure DevOps is not available",
  network: "Azure DevOps does not answer",
  unexpected: "Azure DevOps gave an answer that is not understood",
};

function failureOf(answer: HttpAnswer): ServiceFailure | undefined {
  const { status } = answer;
  if (status === 401) {
    return /\bhas expired\b|\btoken is expired\b/i.test(answer.text) ? "expired" : "refused";
  }
  // Without an accepted token the service leads to a page to sign in: by a redirect, or with status 203 or 200.
  if (status === 203 || (status >= 300 && status < 400) || (status === 200 && isPage(answer))) {
    return "refused";
  }
  if (status >= 200 && status < 300) {
    return status === 204 || parseJson(answer.text) !== undefined ? undefined : "unexpected";
  }
  if (typeKeyOf(answer) === "TaskAgentJobStillRunningException" || /^Agent ".*" is running a job/.test(words(answer))) {
    return "busy";
  }
  return status === 403 ? "forbidden" : status === 429 ? "throttled" : status >= 500 ? "unavailable" : "unexpected";
}

function isPage(answer: HttpAnswer): boolean {
  return /^text\/html/i.test(answer.headers["content-type"] ?? "") || /^\s*<(!doctype|html)/i.test(answer.text);
}

/** What the service says itself: the message of its error, or the title of its page. */
function serviceWords(answer: HttpAnswer): string | undefined {
  const text = words(answer).replace(/\s+/g, " ").trim();
  return text === "" ? undefined : text.slice(0, 300);
}

function words(answer: HttpAnswer): string {
  const message = textOf(jsonObject(parseJson(answer.text))["message"]);
  return message ?? /<title>([^<]*)<\/title>/i.exec(answer.text)?.[1] ?? "";
}
