import * as grpc from "@grpc/grpc-js";
import * as any_pb from "google-protobuf/google/protobuf/any_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import * as plugin_pb from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as provider_pb from "@pulumi/pulumi/proto/provider_pb";
import * as status_pb from "@pulumi/pulumi/proto/status_pb";
import { listenOnLoopback, type RpcServer } from "../rpcServer";
import { isRecord, unwrapSecrets } from "./properties";
import {
  PartialResourceError,
  ProviderError,
  type CheckFailure,
  type DiffResult,
  type Properties,
  type ResourceProvider,
  type ResourceType,
} from "./resourceProvider";

/** Serves a provider to the engine, which attaches to it by `PULUMI_DEBUG_PROVIDERS=<name>:<port>`. */
export async function serveProvider(provider: ResourceProvider): Promise<RpcServer> {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(ResourceProviderService, providerService(provider));
  return listenOnLoopback(server);
}

function providerService(provider: ResourceProvider): grpc.UntypedServiceImplementation {
  return {
    handshake: unary(() => new provider_pb.ProviderHandshakeResponse()),
    attach: unary(() => new Empty()),
    cancel: unary(() => new Empty()),
    getPluginInfo: unary(() => new plugin_pb.PluginInfo().setVersion(provider.version)),
    getSchema: unary(() =>
      new provider_pb.GetSchemaResponse().setSchema(JSON.stringify({ name: provider.name, version: provider.version })),
    ),
    parameterize: unary((request: provider_pb.ParameterizeRequest) => {
      const value = request.getValue();
      return new provider_pb.ParameterizeResponse()
        .setName(value?.getName() ?? provider.name)
        .setVersion(value?.getVersion() ?? provider.version);
    }),
    checkConfig: unary((request: provider_pb.CheckRequest) =>
      checkResponse(properties(request.getNews()), provider.checkConfig?.(properties(request.getNews())) ?? []),
    ),
    diffConfig: unary((request: provider_pb.DiffRequest) =>
      diffResponse({ changes: configChanges(properties(request.getOldInputs()), properties(request.getNews())) }),
    ),
    configure: unary(async (request: provider_pb.ConfigureRequest) => {
      await provider.configure(properties(request.getArgs()));
      return new provider_pb.ConfigureResponse().setSupportspreview(true);
    }),
    invoke: unary(async (request: provider_pb.InvokeRequest) =>
      new provider_pb.InvokeResponse().setReturn(
        struct(await provider.invoke(request.getTok(), properties(request.getArgs()))),
      ),
    ),
    check: unary(async (request: provider_pb.CheckRequest) => {
      const { inputs, failures } = await typeOf(provider, request.getUrn()).check({
        urn: request.getUrn(),
        name: nameOf(request.getUrn()),
        oldInputs: properties(request.getOlds()),
        inputs: properties(request.getNews()),
        randomSeed: request.getRandomseed_asU8(),
      });
      return checkResponse(inputs, failures);
    }),
    diff: unary(async (request: provider_pb.DiffRequest) =>
      diffResponse(
        await typeOf(provider, request.getUrn()).diff({
          id: request.getId(),
          urn: request.getUrn(),
          oldInputs: properties(request.getOldInputs()),
          oldState: properties(request.getOlds()),
          inputs: properties(request.getNews()),
          ignoreChanges: request.getIgnorechangesList(),
        }),
      ),
    ),
    create: unary(async (request: provider_pb.CreateRequest) => {
      const { id, state } = await typeOf(provider, request.getUrn()).create({
        urn: request.getUrn(),
        name: nameOf(request.getUrn()),
        inputs: properties(request.getProperties()),
        preview: request.getPreview(),
        timeoutSeconds: request.getTimeout(),
      });
      return new provider_pb.CreateResponse().setId(id).setProperties(struct(state));
    }),
    read: unary(async (request: provider_pb.ReadRequest) => {
      const live = await typeOf(provider, request.getUrn()).read({
        id: request.getId(),
        urn: request.getUrn(),
        inputs: properties(request.getInputs()),
        state: properties(request.getProperties()),
      });
      const response = new provider_pb.ReadResponse();
      return live === undefined
        ? response
        : response.setId(live.id).setProperties(struct(live.state)).setInputs(struct(live.inputs));
    }),
    update: unary(async (request: provider_pb.UpdateRequest) =>
      new provider_pb.UpdateResponse().setProperties(
        struct(
          await typeOf(provider, request.getUrn()).update({
            id: request.getId(),
            urn: request.getUrn(),
            oldInputs: properties(request.getOldInputs()),
            oldState: properties(request.getOlds()),
            inputs: properties(request.getNews()),
            preview: request.getPreview(),
            timeoutSeconds: request.getTimeout(),
          }),
        ),
      ),
    ),
    delete: unary(async (request: provider_pb.DeleteRequest) => {
      await typeOf(provider, request.getUrn()).delete({
        id: request.getId(),
        urn: request.getUrn(),
        inputs: properties(request.getOldInputs()),
        state: properties(request.getProperties()),
        timeoutSeconds: request.getTimeout(),
      });
      return new Empty();
    }),
  };
}

/** Wraps a function as a call handler, and turns what it throws into the statuses that the engine understands. */
function unary<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
): grpc.handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    // `then` first, so that what `handle` throws at once is caught as well.
    Promise.resolve()
      .then(() => handle(request))
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(serviceError(error)),
      );
  };
}

function serviceError(error: unknown): grpc.ServiceError {
  const message = error instanceof ProviderError ? error.message : String(error instanceof Error ? error.stack : error);
  const metadata = new grpc.Metadata();
  if (error instanceof PartialResourceError) {
    const detail = new provider_pb.ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(struct(error.state))
      .setInputs(struct(error.inputs))
      .setReasonsList([error.message]);
    const packed = new any_pb.Any();
    packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new status_pb.Status().setCode(grpc.status.UNKNOWN).setMessage(message).setDetailsList([packed]);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return Object.assign(new Error(message), { code: grpc.status.UNKNOWN, details: message, metadata });
}

function typeOf(provider: ResourceProvider, urn: string): ResourceType {
  const token = urn.split("::")[2]?.split("$").at(-1) ?? "";
  const type = provider.resourceType(token);
  if (type === undefined) {
    throw new ProviderError(`The sandbox's ${provider.name} provider has no resource type ${token}.`);
  }
  return type;
}

/** A resource's name may itself hold the separator. */
function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

function configChanges(before: Properties, after: Properties) {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((path) => ({ path, kind: "update" as const, replaces: false }));
}

function checkResponse(inputs: Properties, failures: readonly CheckFailure[]): provider_pb.CheckResponse {
  return new provider_pb.CheckResponse()
    .setInputs(struct(inputs))
    .setFailuresList(
      failures.map(({ property, reason }) => new provider_pb.CheckFailure().setProperty(property).setReason(reason)),
    );
}

function diffResponse({ changes, deleteBeforeReplace }: DiffResult): provider_pb.DiffResponse {
  const { DiffResponse, PropertyDiff } = provider_pb;
  const kinds = {
    add: [PropertyDiff.Kind.ADD, PropertyDiff.Kind.ADD_REPLACE],
    delete: [PropertyDiff.Kind.DELETE, PropertyDiff.Kind.DELETE_REPLACE],
    update: [PropertyDiff.Kind.UPDATE, PropertyDiff.Kind.UPDATE_REPLACE],
  } as const;
  const response = new DiffResponse()
    .setChanges(changes.length > 0 ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE)
    .setHasdetaileddiff(true)
    .setDeletebeforereplace(deleteBeforeReplace ?? false)
    .setDiffsList([...new Set(changes.map(({ path }) => topLevel(path)))])
    .setReplacesList([...new Set(changes.filter(({ replaces }) => replaces).map(({ path }) => topLevel(path)))]);
  for (const { path, kind, replaces } of changes) {
    response
      .getDetaileddiffMap()
      .set(path, new PropertyDiff().setKind(kinds[kind][replaces ? 1 : 0]).setInputdiff(true));
  }
  return response;
}

function topLevel(path: string): string {
  return path.split(/[.[]/)[0] ?? path;
}

function properties(value: Struct | undefined): Properties {
  const plain = unwrapSecrets(value?.toJavaScript() ?? {});
  return isRecord(plain) ? plain : {};
}

/** Drops undefined values on the way, which the wire format has no place for. */
function struct(value: Properties): Struct {
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(value)) as Record<string, JavaScriptValue>);
}
