import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import * as resource from "@pulumi/pulumi/proto/resource_pb";
import { fakeInvokes } from "./fakeInvokes";
import { fakeId, fakeOutputs } from "./fakeOutputs";
import { fromWire, isRecord, reveal, secretOnWire } from "./propertyValues";
import type { Invocation, LogMessage, Registration } from "./registration";

const rootStackType = "pulumi:pulumi:Stack";

export interface MonitorOptions {
  readonly project: string;
  readonly stack: string;
  /** Whether resources stay unknown, as in the first preview of a stack. */
  readonly preview: boolean;
  /** Per resource name: other names that must have been registered before it counts as created. */
  readonly createdAfter?: Readonly<Record<string, readonly string[]>>;
}

/** Stands for the engine: takes what a program registers, answers as a deployment that always succeeds would. */
export class ResourceMonitor {
  readonly registrations: Registration[] = [];
  readonly invocations: Invocation[] = [];
  readonly logs: LogMessage[] = [];
  readonly outputsOf = new Map<string, Record<string, unknown>>();
  private readonly packages = new Map<string, string>();
  private readonly server = new grpc.Server();
  private readonly waiting: { readonly for: readonly string[]; readonly resume: () => void }[] = [];
  private rootResource = "";

  constructor(private readonly options: MonitorOptions) {
    this.server.addService(ResourceMonitorService, this.monitorService());
    this.server.addService(EngineService, this.engineService());
  }

  /** Address for the program. */
  async listen(): Promise<string> {
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    return `127.0.0.1:${port}`;
  }

  close(): void {
    this.server.forceShutdown();
  }

  private monitorService(): grpc.UntypedServiceImplementation {
    const features = ["secrets", "resourceReferences", "deletedWith", "aliasSpecs", "parameterization"];
    return {
      supportsFeature: unary((request: resource.SupportsFeatureRequest) =>
        new resource.SupportsFeatureResponse().setHassupport(features.includes(request.getId())),
      ),
      registerResource: unary(async (request: resource.RegisterResourceRequest) => {
        const response = this.register(request);
        await this.registeredAll(this.options.createdAfter?.[request.getName()] ?? []);
        return response;
      }),
      readResource: unary((request: resource.ReadResourceRequest) => this.read(request)),
      registerResourceOutputs: unary((request: resource.RegisterResourceOutputsRequest) => {
        this.outputsOf.set(request.getUrn(), decode(request.getOutputs()));
        return new Empty();
      }),
      invoke: unary((request: resource.ResourceInvokeRequest) => this.invoke(request)),
      registerPackage: unary((request: resource.RegisterPackageRequest) => {
        const name = request.getParameterization()?.getName() ?? request.getName();
        const reference = `package-${name}`;
        this.packages.set(reference, name);
        return new resource.RegisterPackageResponse().setRef(reference);
      }),
      signalAndWaitForShutdown: unary(() => new Empty()),
    };
  }

  private engineService(): grpc.UntypedServiceImplementation {
    const severities = ["debug", "info", "warning", "error"] as const;
    return {
      log: unary((request: engine.LogRequest) => {
        const severity = severities[request.getSeverity()] ?? "error";
        if (severity !== "debug") {
          this.logs.push({ severity, message: request.getMessage() });
        }
        return new Empty();
      }),
      getRootResource: unary(() => new engine.GetRootResourceResponse().setUrn(this.rootResource)),
      setRootResource: unary((request: engine.SetRootResourceRequest) => {
        this.rootResource = request.getUrn();
        return new engine.SetRootResourceResponse();
      }),
    };
  }

  private register(request: resource.RegisterResourceRequest): resource.RegisterResourceResponse {
    const type = request.getType();
    const urn = this.urn(type, request.getName(), request.getParent());
    if (this.registrations.some((registration) => registration.urn === urn)) {
      throw new Error(`Duplicate resource URN '${urn}'.`);
    }
    const inputs = decode(request.getObject());
    const timeouts = request.getCustomtimeouts();
    this.registrations.push({
      urn,
      type,
      name: request.getName(),
      ...(request.getParent() !== "" && { parent: request.getParent() }),
      custom: request.getCustom(),
      read: false,
      ...providerOf(request.getProvider()),
      dependencies: request.getDependenciesList(),
      propertyDependencies: Object.fromEntries(
        [...request.getPropertydependenciesMap().entries()].map(([property, dependencies]) => [
          property,
          dependencies.getUrnsList(),
        ]),
      ),
      ...(request.getDeletedwith() !== "" && { deletedWith: request.getDeletedwith() }),
      protect: request.getProtect() ?? false,
      retainOnDelete: request.getRetainondelete() ?? false,
      ignoreChanges: request.getIgnorechangesList(),
      replaceOnChanges: request.getReplaceonchangesList(),
      customTimeouts: {
        ...(timeouts?.getCreate() && { create: timeouts.getCreate() }),
        ...(timeouts?.getUpdate() && { update: timeouts.getUpdate() }),
        ...(timeouts?.getDelete() && { delete: timeouts.getDelete() }),
      },
      additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
      version: request.getVersion(),
      ...(request.getPackageref() !== "" && { packageName: this.packages.get(request.getPackageref()) }),
      inputs,
    });
    this.waiting.filter((waiter) => this.has(waiter.for)).forEach(({ resume }) => resume());
    return this.registered(request, urn);
  }

  private has(names: readonly string[]): boolean {
    return names.every((name) => this.registrations.some((registration) => registration.name === name));
  }

  private async registeredAll(names: readonly string[]): Promise<void> {
    if (!this.has(names)) {
      await new Promise<void>((resume) => this.waiting.push({ for: names, resume }));
    }
  }

  private registered(request: resource.RegisterResourceRequest, urn: string): resource.RegisterResourceResponse {
    const type = request.getType();
    const response = new resource.RegisterResourceResponse().setUrn(urn);
    const wire = request.getObject()?.toJavaScript() ?? {};
    if (!request.getCustom() || this.options.preview) {
      return response.setObject(Struct.fromJavaScript(request.getCustom() ? wire : {}));
    }
    const plain = reveal(fromWire(wire));
    const known = { name: request.getName(), urn, inputs: isRecord(plain) ? plain : {} };
    const computed = fakeOutputs(known, type);
    const secrets = request.getAdditionalsecretoutputsList();
    const outputs: [string, unknown][] = Object.entries({ ...wire, ...computed }).map(([key, value]) => [
      key,
      secrets.includes(key) && !isSecretOnWire(value) ? secretOnWire(value) : value,
    ]);
    return response.setId(fakeId(known, type)).setObject(struct(Object.fromEntries(outputs)));
  }

  private read(request: resource.ReadResourceRequest): resource.ReadResourceResponse {
    const type = request.getType();
    const urn = this.urn(type, request.getName(), request.getParent());
    this.registrations.push({
      urn,
      type,
      name: request.getName(),
      ...(request.getParent() !== "" && { parent: request.getParent() }),
      custom: true,
      read: true,
      ...providerOf(request.getProvider()),
      dependencies: request.getDependenciesList(),
      propertyDependencies: {},
      protect: false,
      retainOnDelete: false,
      ignoreChanges: [],
      replaceOnChanges: [],
      customTimeouts: {},
      additionalSecretOutputs: [],
      version: request.getVersion(),
      inputs: { id: request.getId() },
    });
    const name = request.getId().slice(request.getId().lastIndexOf("/") + 1);
    const properties = { resourceName: name, registryName: name, accountName: name };
    return new resource.ReadResourceResponse()
      .setUrn(urn)
      .setProperties(struct({ name, ...fakeOutputs({ name: request.getName(), urn, inputs: properties }, type) }));
  }

  private invoke(request: resource.ResourceInvokeRequest): InvokeResponse {
    const token = request.getTok();
    const args = decode(request.getArgs());
    const answer = fakeInvokes[token];
    if (answer === undefined) {
      throw new Error(`The harness has no answer for ${token}.`);
    }
    this.invocations.push({ token, args, ...providerOf(request.getProvider()) });
    return new InvokeResponse().setReturn(struct(answer(args)));
  }

  private urn(type: string, name: string, parent: string): string {
    const parentType = parent.split("::")[2] ?? "";
    const chain = parentType === "" || parentType === rootStackType ? type : `${parentType}$${type}`;
    return `urn:pulumi:${this.options.stack}::${this.options.project}::${chain}::${name}`;
  }
}

function providerOf(reference: string): { provider?: string } {
  const end = reference.lastIndexOf("::");
  return reference === "" ? {} : { provider: reference.slice(0, end) };
}

function isSecretOnWire(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 2 && "value" in value;
}

function decode(properties: Struct | undefined): Record<string, unknown> {
  const decoded = fromWire(properties?.toJavaScript() ?? {});
  return isRecord(decoded) ? decoded : {};
}

function struct(value: Record<string, unknown>): Struct {
  return Struct.fromJavaScript(mapValues(value, javaScriptValue));
}

function javaScriptValue(value: unknown): JavaScriptValue {
  if (Array.isArray(value)) {
    return value.map(javaScriptValue);
  }
  if (isRecord(value)) {
    return mapValues(value, javaScriptValue);
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function mapValues<To>(record: Record<string, unknown>, map: (value: unknown) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** A handler whose exceptions reach the program as the failure of its request. */
function unary<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
): grpc.handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    Promise.resolve()
      .then(() => handle(request))
      .then(
        (response) => callback(null, response),
        (error: unknown) =>
          callback({ code: grpc.status.UNKNOWN, details: error instanceof Error ? error.message : String(error) }),
      );
  };
}
