import { hashSync } from "bcryptjs";
import { differences, isRecord, secret, unknownValue } from "../engine/provider/properties";
import type {
  CheckRequest,
  CheckResult,
  CreateRequest,
  DiffRequest,
  DiffResult,
  Properties,
  ReadRequest,
  ResourceType,
  UpdateRequest,
} from "../engine/provider/resourceProvider";
import { randomText, type CharacterRules } from "./randomText";

/** The provider keeps no id of a password: its state would show it. */
const id = "none";
const numbers = ["length", "minLower", "minUpper", "minNumeric", "minSpecial"];

/**
 * `random:index/randomPassword:RandomPassword`. Every input replaces when it changes; nothing is ever asked of a service.
 * Source: pulumi-random 4.21.2, the schema of terraform-provider-random's `random_password`.
 */
export const randomPassword: ResourceType = {
  check({ inputs }: CheckRequest): CheckResult {
    return { inputs, failures: problems(inputs).map((reason) => ({ property: "length", reason })) };
  },

  diff({ oldInputs, inputs }: DiffRequest): DiffResult {
    const changes = differences(oldInputs, inputs);
    return { changes: changes.map((change) => ({ ...change, replaces: true })), deleteBeforeReplace: false };
  },

  async create({ inputs, preview }: CreateRequest) {
    const outputs = preview ? { result: unknownValue, bcryptHash: unknownValue } : secrets(randomText(rules(inputs)));
    return { id: preview ? "" : id, state: { ...state(inputs), ...outputs } };
  },

  /** An import's id is the password itself. */
  async read(request: ReadRequest) {
    if (Object.keys(request.inputs).length > 0) {
      const { result, bcryptHash } = request.state;
      const state = { ...request.state, result: secret(result), bcryptHash: secret(bcryptHash) };
      return { id, state, inputs: request.inputs };
    }
    const inputs = { length: request.id.length };
    return { id, state: { ...state(inputs), ...secrets(request.id) }, inputs };
  },

  async update({ oldState, inputs }: UpdateRequest): Promise<Properties> {
    const { result, bcryptHash } = oldState;
    return { ...state(inputs), result: secret(result), bcryptHash: secret(bcryptHash) };
  },

  async delete(): Promise<void> {
    // There is nothing outside of the state.
  },
};

function rules(inputs: Properties): CharacterRules {
  const flag = (name: string) => inputs[name] !== false;
  const count = (name: string) => Number(inputs[name] ?? 0);
  return {
    length: count("length"),
    lower: flag("lower"),
    upper: flag("upper"),
    numeric: flag("numeric") && flag("number"),
    special: flag("special"),
    minLower: count("minLower"),
    minUpper: count("minUpper"),
    minNumeric: count("minNumeric"),
    minSpecial: count("minSpecial"),
    ...(typeof inputs["overrideSpecial"] === "string" && inputs["overrideSpecial"] !== ""
      ? { overrideSpecial: inputs["overrideSpecial"] }
      : {}),
  };
}

function problems(inputs: Properties): string[] {
  if (inputs["length"] === undefined) {
    return ["Missing required property 'length'"];
  }
  if (numbers.some((name) => inputs[name] === unknownValue)) {
    return [];
  }
  const { length, lower, upper, numeric, special, ...rest } = rules(inputs);
  const least = rest.minLower + rest.minUpper + rest.minNumeric + rest.minSpecial;
  return [
    ...(length < 1 ? [`Attribute length value must be at least 1, got: ${length}`] : []),
    ...(length < least
      ? [
          `Attribute length value must be at least sum of min_upper, min_lower, min_numeric and min_special, got: ${length}`,
        ]
      : []),
    ...(lower || upper || numeric || special
      ? []
      : ["At least one attribute out of lower, upper, numeric, special must be true"]),
  ];
}

function state(inputs: Properties): Properties {
  const { numeric, ...others } = rules(inputs);
  const { keepers } = inputs;
  return { ...others, numeric, number: numeric, ...(isRecord(keepers) ? { keepers } : {}) };
}

function secrets(password: string): Properties {
  return { result: secret(password), bcryptHash: secret(hashSync(password)) };
}
