import { azureDevOpsProvider } from "../../../sandbox/azuredevops/azureDevOpsProvider";
import type { Properties, ResourceProvider, ResourceType } from "../../../sandbox/engine/provider/resourceProvider";
import { Fixture, organization } from "./fixture";

const tokens = {
  Pool: "azuredevops:index/pool:Pool",
  Queue: "azuredevops:index/queue:Queue",
  PipelineAuthorization: "azuredevops:index/pipelineAuthorization:PipelineAuthorization",
  ServicePrincipalEntitlement: "azuredevops:index/servicePrincipalEntitlement:ServicePrincipalEntitlement",
  SecurityroleAssignment: "azuredevops:index/securityroleAssignment:SecurityroleAssignment",
  ServiceEndpointAzureRM: "azuredevops:index/serviceEndpointAzureRM:ServiceEndpointAzureRM",
} as const;

export type TypeName = keyof typeof tokens;

/** A resource as the engine would keep it. */
export interface Kept {
  readonly id: string;
  readonly inputs: Properties;
  readonly state: Properties;
}

/** Drives the provider the way the engine does, without the wire. */
export class ProviderFixture {
  readonly provider: ResourceProvider;

  constructor(readonly fixture: Fixture) {
    this.provider = azureDevOpsProvider({
      emulatorUrl: fixture.emulator.url,
      credentials: async () => ({ kind: "bearer", token: await fixture.token() }),
      pollTimeoutSeconds: 5,
    });
  }

  static async open(settings?: Parameters<typeof Fixture.open>[0]): Promise<ProviderFixture> {
    const opened = new ProviderFixture(await Fixture.open(settings));
    await opened.provider.configure({ orgServiceUrl: `https://dev.azure.com/${organization}` });
    return opened;
  }

  type(name: TypeName): ResourceType {
    const type = this.provider.resourceType(tokens[name]);
    if (type === undefined) {
      throw new Error(`The provider has no type ${name}.`);
    }
    return type;
  }

  check(name: TypeName, inputs: Properties, oldInputs: Properties = {}, seed = "seed") {
    return this.type(name).check({ urn: urn(name), name: "it", oldInputs, inputs, randomSeed: Buffer.from(seed) });
  }

  async create(name: TypeName, inputs: Properties): Promise<Kept> {
    const checked = await this.check(name, inputs);
    if (checked.failures.length > 0) {
      throw new Error(checked.failures.map(({ reason }) => reason).join("\n"));
    }
    const request = { urn: urn(name), name: "it", inputs: checked.inputs, preview: false, timeoutSeconds: 0 };
    return { ...(await this.type(name).create(request)), inputs: checked.inputs };
  }

  async diff(name: TypeName, kept: Kept, inputs: Properties) {
    const checked = await this.check(name, inputs, kept.inputs);
    return this.type(name).diff({
      id: kept.id,
      urn: urn(name),
      oldInputs: kept.inputs,
      oldState: kept.state,
      inputs: checked.inputs,
      ignoreChanges: [],
    });
  }

  async update(name: TypeName, kept: Kept, inputs: Properties, preview = false): Promise<Kept> {
    const checked = await this.check(name, inputs, kept.inputs);
    const state = await this.type(name).update({
      id: kept.id,
      urn: urn(name),
      oldInputs: kept.inputs,
      oldState: kept.state,
      inputs: checked.inputs,
      preview,
      timeoutSeconds: 0,
    });
    return { id: kept.id, inputs: checked.inputs, state };
  }

  read(name: TypeName, kept: Kept) {
    return this.type(name).read({ id: kept.id, urn: urn(name), inputs: kept.inputs, state: kept.state });
  }

  import(name: TypeName, id: string) {
    return this.type(name).read({ id, urn: urn(name), inputs: {}, state: {} });
  }

  delete(name: TypeName, { id, inputs, state }: Kept): Promise<void> {
    return this.type(name).delete({ id, urn: urn(name), inputs, state, timeoutSeconds: 0 });
  }
}

function urn(name: TypeName): string {
  return `urn:pulumi:test::aks-agents::${tokens[name]}::it`;
}
