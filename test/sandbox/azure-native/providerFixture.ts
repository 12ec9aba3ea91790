import { createHash } from "node:crypto";
import { azureNativeProvider } from "../../../sandbox/azure-native/azureNativeProvider";
import type {
  CheckResult,
  DiffResult,
  Properties,
  ResourceProvider,
  ResourceType,
} from "../../../sandbox/engine/provider/resourceProvider";
import { ArmFixture, subscription } from "../azure/armFixture";

/** What the engine remembers of a resource. */
export interface Remembered {
  readonly token: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly state: Properties;
}

/** The provider over an emulator, driven as the engine drives it. */
export class ProviderFixture {
  private constructor(
    readonly arm: ArmFixture,
    readonly provider: ResourceProvider,
  ) {}

  static async start(config: Properties = { location: "westeurope" }): Promise<ProviderFixture> {
    const arm = await ArmFixture.start();
    const provider = azureNativeProvider({
      armUrl: arm.url,
      subscriptionId: subscription.split("/")[2] ?? "",
      tenantId: arm.directory.tenantId,
      clientId: arm.directory.deployer.clientId,
      objectId: arm.directory.deployer.objectId,
      accessToken: () => arm.token(),
      pauseFactor: 0,
    });
    await provider.configure(config);
    return new ProviderFixture(arm, provider);
  }

  stop(): Promise<void> {
    return this.arm.stop();
  }

  type(token: string): ResourceType {
    const type = this.provider.resourceType(token);
    if (type === undefined) {
      throw new Error(`no type ${token}`);
    }
    return type;
  }

  async check(token: string, name: string, inputs: Properties, oldInputs: Properties = {}): Promise<CheckResult> {
    const randomSeed = createHash("sha256").update(name).digest();
    return this.type(token).check({ urn: urn(token, name), name, inputs, oldInputs, randomSeed });
  }

  async create(token: string, name: string, program: Properties): Promise<Remembered> {
    const inputs = await this.checked(token, name, program);
    const { id, state } = await this.type(token).create({
      urn: urn(token, name),
      name,
      inputs,
      preview: false,
      timeoutSeconds: 0,
    });
    return { token, name, id, inputs, state };
  }

  async preview(token: string, name: string, program: Properties): Promise<Properties> {
    const inputs = await this.checked(token, name, program);
    const request = { urn: urn(token, name), name, inputs, preview: true, timeoutSeconds: 0 };
    return (await this.type(token).create(request)).state;
  }

  /** The difference that a program with these inputs makes to the resource. */
  async diff(resource: Remembered, program: Properties): Promise<DiffResult> {
    const { token, name, id, inputs: oldInputs, state: oldState } = resource;
    const inputs = await this.checked(token, name, program, oldInputs);
    return this.type(token).diff({ id, urn: urn(token, name), oldInputs, oldState, inputs, ignoreChanges: [] });
  }

  async update(resource: Remembered, program: Properties, preview = false): Promise<Remembered> {
    const { token, name, id, inputs: oldInputs, state: oldState } = resource;
    const inputs = await this.checked(token, name, program, oldInputs);
    const request = { id, urn: urn(token, name), oldInputs, oldState, inputs, preview, timeoutSeconds: 0 };
    return { ...resource, inputs, state: await this.type(token).update(request) };
  }

  async refresh(resource: Remembered): Promise<Remembered | undefined> {
    const { token, name, id, inputs, state } = resource;
    const live = await this.type(token).read({ id, urn: urn(token, name), inputs, state });
    return live === undefined ? undefined : { ...resource, ...live };
  }

  async delete({ token, name, id, inputs, state }: Remembered): Promise<void> {
    await this.type(token).delete({ id, urn: urn(token, name), inputs, state, timeoutSeconds: 0 });
  }

  private async checked(token: string, name: string, program: Properties, oldInputs: Properties = {}) {
    const { inputs, failures } = await this.check(token, name, program, oldInputs);
    if (failures.length > 0) {
      throw new Error(failures.map(({ reason }) => reason).join("\n"));
    }
    return inputs;
  }
}

function urn(token: string, name: string): string {
  return `urn:pulumi:test::project::${token}::${name}`;
}
