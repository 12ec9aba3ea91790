import { isDeepStrictEqual } from "node:util";
import {
  PartialResourceError,
  ProviderError,
  type CheckRequest,
  type CheckResult,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type DiffResult,
  type Properties,
  type ReadRequest,
  type ResourceType,
  type UpdateRequest,
} from "../engine/provider/resourceProvider";
import type { ArmClient } from "./armClient";
import { AcceptedOperationError, ArmError } from "./armError";
import { createBeforeDelete, withDefaults } from "./inputs/inputDefaults";
import { importedInputs } from "./inputs/importedInputs";
import { inputProblems } from "./inputs/inputProblems";
import { plannedChanges } from "./inputs/plannedChanges";
import { refreshedInputs } from "./inputs/refreshedInputs";
import { fillPath, parseId, pathParameters } from "./resourceId";
import type { ResourceShapes } from "./resourceShapes";
import type { Settings } from "./settings";
import { inputProjection } from "./shapes/inputProjection";
import { previewOutputs } from "./shapes/previewOutputs";
import { requestBody } from "./shapes/requestBody";
import { responseOutputs } from "./shapes/responseOutputs";
import { keepMaintained, omitMaintained, resetMaintained } from "./maintainedParts";
import type { ResourceTypeSpec } from "./types/resourceTypeSpec";

const defaultTimeoutSeconds = 2 * 60 * 60;

/** A resource type over Azure Resource Manager's REST interface, with the behaviour of the official provider. */
export class ArmResource implements ResourceType {
  constructor(
    private readonly spec: ResourceTypeSpec,
    private readonly shapes: ResourceShapes,
    private readonly client: ArmClient,
    private readonly settings: Settings,
  ) {}

  async check({ name, oldInputs, inputs, randomSeed }: CheckRequest): Promise<CheckResult> {
    const { spec, shapes, client, settings } = this;
    const complete = await withDefaults({ name, oldInputs, inputs, randomSeed }, { spec, shapes, client, settings });
    return { inputs: complete, failures: inputProblems(this.shapes.inputs, complete, this.spec.valueRules ?? {}) };
  }

  diff({ oldInputs, oldState, inputs }: DiffRequest): DiffResult {
    const replaceOnChanges = new Set([...pathParameters(this.spec.path), ...this.spec.replaceOnChanges]);
    const caseInsensitive = new Set(this.spec.caseInsensitive ?? []);
    const changes = plannedChanges(oldInputs, oldState, inputs, { replaceOnChanges, caseInsensitive });
    const replaces = changes.some((change) => change.replaces);
    // Only a name with a random part leaves room for a second resource beside the first.
    return { changes, deleteBeforeReplace: replaces && oldInputs[createBeforeDelete] !== true };
  }

  async create({ inputs, preview, timeoutSeconds }: CreateRequest): Promise<{ id: string; state: Properties }> {
    if (preview) {
      return { id: "", state: this.previewState(inputs) };
    }
    const id = this.id(inputs);
    await this.refuseExisting(id);
    const body = resetMaintained(this.spec, requestBody(this.shapes.body, inputs));
    const written = await this.write(id, body, inputs, timeoutSeconds);
    const canonicalId = typeof written["id"] === "string" ? written["id"] : id;
    return { id: canonicalId, state: await this.stateAfterWrite(canonicalId, written) };
  }

  async read({ id, inputs, state }: ReadRequest) {
    const live = await this.client.read(id, this.spec.apiVersion);
    if (live === undefined) {
      return undefined;
    }
    const outputs = this.state(live);
    const { body } = this.shapes;
    if (Object.keys(inputs).length === 0) {
      const parameters = parseId(id, this.spec.path);
      if (parameters === undefined) {
        throw new ProviderError(`failed to parse '${id}' against the path '${this.spec.path}'`);
      }
      return { id, state: outputs, inputs: importedInputs(body, parameters, outputs) };
    }
    const before = inputProjection(body, withoutSetDefaults(this.spec, state, inputs));
    const after = inputProjection(body, omitMaintained(this.spec, outputs, inputs));
    return { id, state: outputs, inputs: refreshedInputs(inputs, before, after) };
  }

  async update({ oldState, inputs, preview, timeoutSeconds }: UpdateRequest): Promise<Properties> {
    if (preview) {
      const { name, location } = oldState;
      const stable = { ...(name === undefined ? {} : { name }), ...(location === undefined ? {} : { location }) };
      return { ...this.previewState(inputs), ...stable };
    }
    const id = this.id(inputs);
    const missing = Object.entries(this.spec.defaults ?? {}).filter(
      ([name]) => inputs[name] === undefined && oldState[name] !== undefined,
    );
    const wanted = requestBody(this.shapes.body, { ...inputs, ...Object.fromEntries(missing) });
    const body = await keepMaintained(this.spec, wanted, () => this.client.read(id, this.spec.apiVersion));
    return this.stateAfterWrite(id, await this.write(id, body, inputs, timeoutSeconds));
  }

  async delete({ id, timeoutSeconds }: DeleteRequest): Promise<void> {
    const { apiVersion, longRunning } = this.spec;
    await this.client.delete(id, apiVersion, { longRunning: longRunning.delete, signal: deadline(timeoutSeconds) });
  }

  private id(inputs: Properties): string {
    return fillPath(this.spec.path, { subscriptionId: this.settings.subscriptionId, ...inputs });
  }

  /** A create is a PUT, which would take over what is there already. */
  private async refuseExisting(id: string): Promise<void> {
    let existing: Properties | undefined;
    try {
      existing = await this.client.read(id, this.spec.apiVersion);
    } catch (error) {
      if (error instanceof ArmError) {
        throw new ProviderError(`cannot check existence of resource '${id}': ${error.message}`);
      }
      throw error;
    }
    if (existing !== undefined && Object.keys(existing).length > 0) {
      throw new ProviderError(`cannot create already existing resource '${id}'`);
    }
  }

  private async write(id: string, body: Properties, inputs: Properties, timeoutSeconds: number): Promise<Properties> {
    const { apiVersion, longRunning } = this.spec;
    const wait = { longRunning: longRunning.write, signal: deadline(timeoutSeconds) };
    try {
      return await this.client.write(id, apiVersion, body, wait);
    } catch (error) {
      if (error instanceof AcceptedOperationError) {
        const live = await this.client.read(id, apiVersion).catch(() => undefined);
        throw new PartialResourceError(error.message, id, live === undefined ? {} : this.state(live), inputs);
      }
      throw error;
    }
  }

  /** What a refresh will read, so that it does not see changes where there are none. */
  private async stateAfterWrite(id: string, written: Properties): Promise<Properties> {
    const live = await this.client.read(id, this.spec.apiVersion).catch(() => undefined);
    return this.state(live ?? written);
  }

  private state(body: Properties): Properties {
    return { ...responseOutputs(this.shapes.outputs, body), azureApiVersion: this.spec.apiVersion };
  }

  private previewState(inputs: Properties): Properties {
    const { id: _keptByTheEngine, ...outputs } = previewOutputs(this.shapes.outputs, inputs);
    return { ...outputs, azureApiVersion: this.spec.apiVersion };
  }
}

/** Defaults that were sent in place of a removed input do not count as a value that has changed since. */
function withoutSetDefaults(spec: ResourceTypeSpec, state: Properties, inputs: Properties): Properties {
  const defaults = spec.defaults ?? {};
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => !(name in inputs && isDeepStrictEqual(value, defaults[name]))),
  );
}

function deadline(timeoutSeconds: number): AbortSignal {
  return AbortSignal.timeout((timeoutSeconds > 0 ? timeoutSeconds : defaultTimeoutSeconds) * 1000);
}
