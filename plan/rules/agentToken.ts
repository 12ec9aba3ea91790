import { daysUntil } from "../kubernetesVersions";
import type { TokenShape } from "../tokenShape";
import type { Complaint, Rule } from "./rule";

const path = "agentToken";
const expiryPath = "azureDevOps.personalAccessTokenExpires";
const authenticationPath = "azureDevOps.authentication";
const warnDays = 14;
const setAgain = "Set it again with `pulumi config set --secret agentToken`";

/** What the shape of a token gives away, one code each. F24: the text itself is never shown. */
const shapeRules: readonly (readonly [string, (token: TokenShape) => boolean, string, string])[] = [
  ["agent-token-empty", ({ empty }) => empty, "The token is empty.", `${setAgain}.`],
  [
    "agent-token-whitespace",
    ({ whitespace }) => whitespace,
    "The token holds white space or control characters, often a line break that echo or an editor added: Azure DevOps would answer 401.",
    `${setAgain}, from printf or by typing it.`,
  ],
  [
    "agent-token-characters",
    ({ foreignCharacters }) => foreignCharacters,
    "The token holds characters that no token has, such as quotation marks.",
    `${setAgain}, the token alone.`,
  ],
  [
    "agent-token-encoded",
    ({ base64 }) => base64,
    "The token is base64 of a token: Kubernetes encodes it by itself, and agents would send the wrong text.",
    `${setAgain}, in plain text; Pulumi encrypts it.`,
  ],
  [
    "agent-token-short-lived",
    ({ accessToken }) => accessToken,
    "The token is an Entra access token, which lives for about an hour: agents that start later could not register.",
    "Use authentication: workloadIdentity, which fetches such tokens itself, or a personal access token.",
  ],
  [
    // F98
    "agent-token-plain",
    ({ encrypted }) => !encrypted,
    "The token stands in the stack file in plain text.",
    `${setAgain}, and revoke this one: it may be in the repository's history.`,
  ],
  [
    // F27
    "agent-token-reused",
    ({ usedByProvider }) => usedByProvider,
    "The agents would get the token of the Azure DevOps provider, which may do more than they need; every job can read it.",
    "Make a token of its own for the agents, with the scope Agent Pools (read, manage).",
  ],
];

export const agentTokenRules: readonly Rule[] = [
  {
    code: "agent-token-missing",
    severity: "refusal",
    check: ({ settings: { azureDevOps, agentToken } }) =>
      azureDevOps.authentication === "personalAccessToken" && agentToken === undefined
        ? [
            {
              path,
              related: [authenticationPath],
              message: "authentication is personalAccessToken, and there is no token.",
              remedy:
                "Run `pulumi config set --secret agentToken`, or use authentication: workloadIdentity, which needs none.",
            },
          ]
        : [],
  },
  {
    code: "agent-token-unused",
    severity: "refusal",
    check: ({ settings: { azureDevOps, agentToken } }) =>
      azureDevOps.authentication === "workloadIdentity" && agentToken !== undefined
        ? [
            {
              path,
              related: [authenticationPath],
              message: "There is a token, but the agents register with federated identities.",
              remedy:
                "Run `pulumi config rm agentToken` and revoke the token, or set authentication to personalAccessToken.",
            },
          ]
        : [],
  },
  ...shapeRules.map(([code, applies, message, remedy]): Rule => ({
    code,
    severity: "refusal",
    check: ({ settings: { agentToken } }) => (agentToken && applies(agentToken) ? [{ path, message, remedy }] : []),
  })),
  {
    code: "token-expiry-form",
    severity: "refusal",
    check: ({ settings: { azureDevOps } }) => {
      const text = azureDevOps.personalAccessTokenExpires;
      if (text === undefined || dayOf(text) !== undefined) return [];
      return [
        {
          path: expiryPath,
          message: `"${text}" is no day.`,
          remedy: "Write YYYY-MM-DD, such as 2027-03-31.",
        },
      ];
    },
  },
  {
    // F26
    code: "token-expired",
    severity: "refusal",
    check: ({ settings, context }) =>
      expiry(settings.azureDevOps.personalAccessTokenExpires, context.now, (day, days) =>
        days < 0
          ? {
              message: `The token has expired on ${day}: no agent could register.`,
              remedy: "Make a new one, set agentToken and this day.",
            }
          : undefined,
      ),
  },
  {
    code: "token-expiring",
    severity: "warning",
    check: ({ settings, context }) =>
      expiry(settings.azureDevOps.personalAccessTokenExpires, context.now, (day, days) =>
        days >= 0 && days <= warnDays
          ? {
              message: `The token expires on ${day}, in ${days} days; agents that start later cannot register.`,
              remedy: "Make a new one, set agentToken and this day.",
            }
          : undefined,
      ),
  },
  {
    code: "token-expiry-missing",
    severity: "warning",
    check: ({ settings: { azureDevOps } }) =>
      azureDevOps.authentication === "personalAccessToken" && azureDevOps.personalAccessTokenExpires === undefined
        ? [
            {
              path: expiryPath,
              related: [authenticationPath],
              message: "Nothing says when the token expires; on that day agents stop registering.",
              remedy: "Write the day, as YYYY-MM-DD: this program warns two weeks before.",
            },
          ]
        : [],
  },
  {
    code: "token-expiry-unused",
    severity: "warning",
    check: ({ settings: { azureDevOps } }) =>
      azureDevOps.authentication === "workloadIdentity" && azureDevOps.personalAccessTokenExpires !== undefined
        ? [
            {
              path: expiryPath,
              related: [authenticationPath],
              message: "The agents use no personal access token, so nothing expires.",
              remedy: "Remove it.",
            },
          ]
        : [],
  },
];

/** The day of a text. The CLI hands an unquoted day over as `2027-03-31 00:00:00 +0000 UTC`. */
function dayOf(text: string): string | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}:\d{2}.*)?$/.exec(text) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return day !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

function expiry(
  text: string | undefined,
  now: Date,
  judge: (day: string, days: number) => Omit<Complaint, "path"> | undefined,
): readonly Complaint[] {
  const day = text === undefined ? undefined : dayOf(text);
  const judgement = day === undefined ? undefined : judge(day, daysUntil(day, now));
  return judgement ? [{ path: expiryPath, ...judgement }] : [];
}
