import * as pulumi from "@pulumi/pulumi";
import { readImageContexts } from "./imageContexts";
import { version } from "./package.json";
import { imagePins } from "./plan/imagePins";
import { parseSettings } from "./plan/parseSettings";
import type { PlanContext } from "./plan/planContext";
import type { Problem } from "./plan/problem";
import type { Settings } from "./plan/settings";
import { configurationKeys } from "./plan/settings/keyPaths";
import type { KeyNode } from "./plan/settings/keyTree";
import { tokenShape, type TokenShape } from "./plan/tokenShape";

/** What a stack's configuration says. */
export interface Configuration {
  readonly settings: Settings;
  /** The agents' personal access token, only with `authentication: personalAccessToken`. Always a secret. */
  readonly agentToken?: pulumi.Output<string>;
  readonly context: PlanContext;
}

/** The one key whose value is a secret. */
const tokenKey = "agentToken";

/**
 * Reads the configuration of the current stack: the only place that does. The settings are frozen.
 * @throws ConfigurationError with everything that is wrong with the shape of a value, and as much as can be told of its meaning.
 */
export function readConfiguration(): Configuration {
  const context: PlanContext = {
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    now: new Date(),
    version,
    imagePins,
    imageContexts: {},
  };
  const values = { ...unknownValues(context), ...knownValues() };
  const settings = deepFreeze(parseSettings(values, context, misplacedSecrets(context)));
  const agentToken = new pulumi.Config().getSecret(tokenKey);
  const imageContexts = readImageContexts(
    settings.agents.map(({ imageContext }) => imageContext),
    __dirname,
  );
  return { settings, ...(agentToken && { agentToken }), context: { ...context, imageContexts } };
}

function knownValues(): Record<string, unknown> {
  return Object.fromEntries(
    configurationKeys.children.flatMap((key) => {
      const text = readText(key);
      return text === undefined ? [] : [[key.name, key.name === tokenKey ? shapeOf(text) : valueOf(key, text)]];
    }),
  );
}

function readText({ name, meta }: KeyNode): string | undefined {
  const [namespace, foreignName] = meta?.configKey?.split(":") ?? [];
  return namespace === undefined || foreignName === undefined
    ? new pulumi.Config().get(name)
    : new pulumi.Config(namespace).get(foreignName);
}

/** Every value arrives as text. What cannot be read as its kind stays text, for the schema to say so. */
function valueOf({ kind }: KeyNode, text: string): unknown {
  if (kind === "text" || kind === "choice") return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function shapeOf(token: string): TokenShape {
  const providerTokens = [
    new pulumi.Config("azuredevops").get("personalAccessToken"),
    process.env["AZDO_PERSONAL_ACCESS_TOKEN"],
  ];
  return tokenShape(token, {
    encrypted: isSecret(new pulumi.Config().name, tokenKey),
    usedByProvider: providerTokens.includes(token),
  });
}

/** Keys of the project's namespace that the schema does not have: it refuses them. */
function unknownValues({ project }: PlanContext): Record<string, unknown> {
  const known = configurationKeys.children.filter(({ meta }) => meta?.configKey === undefined).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(pulumi.runtime.allConfig())
      .filter(([key]) => key.startsWith(`${project}:`))
      .map(([key, text]) => [key.slice(project.length + 1), text] as const)
      .filter(([name]) => !known.includes(name)),
  );
}

/** Encrypted values that this program would use, and so show, in plain text. */
function misplacedSecrets({ project }: PlanContext): readonly Problem[] {
  return configurationKeys.children
    .filter(({ name, meta }) => name !== tokenKey && meta?.configKey === undefined && isSecret(project, name))
    .map(({ name }) => ({
      code: "secret-not-kept",
      path: name,
      message:
        "It is encrypted in the stack file, or holds something that is, but the program would show it in plain text.",
      remedy: "Set it without --secret; only agentToken is kept secret.",
    }));
}

/** The SDK has the function, but leaves it out of its declarations. Should it go, nothing is held against the configuration. */
function isSecret(namespace: string, name: string): boolean {
  const ask: unknown = Reflect.get(pulumi.runtime, "isConfigSecret");
  if (typeof ask !== "function") return name === tokenKey;
  const answer: unknown = Reflect.apply(ask, undefined, [`${namespace}:${name}`]);
  return answer === true;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
