import assert from "node:assert/strict";
import * as grpc from "@grpc/grpc-js";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { serveProvider } from "../../../sandbox/engine/provider/providerServer";
import type { RpcServer } from "../../../sandbox/engine/rpcServer";
import { groupToken } from "./examples";
import { ProviderFixture } from "./providerFixture";

const urn = `urn:pulumi:test::project::${groupToken}::fleet`;
const struct = (value: Record<string, JavaScriptValue>) => Struct.fromJavaScript(value);

describe("azure-native provider, over the engine's wire", () => {
  let fixture: ProviderFixture;
  let server: RpcServer;
  let client: ResourceProviderClient;
  before(async () => {
    fixture = await ProviderFixture.start({});
    server = await serveProvider(fixture.provider);
    client = new ResourceProviderClient(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure());
  });
  after(async () => {
    client.close();
    await server.close();
    await fixture.stop();
  });

  it("configures, checks, creates, reads, plans a replacement, deletes", async () => {
    const call = <Request, Response>(
      method: (request: Request, callback: (error: grpc.ServiceError | null, response: Response) => void) => unknown,
      request: Request,
    ): Promise<Response> =>
      new Promise((resolve, reject) => {
        method.call(client, request, (error, response) => (error === null ? resolve(response) : reject(error)));
      });

    await call<messages.ConfigureRequest, messages.ConfigureResponse>(
      client.configure,
      new messages.ConfigureRequest().setArgs(struct({ location: "westeurope" })),
    );
    const checked = await call<messages.CheckRequest, messages.CheckResponse>(
      client.check,
      new messages.CheckRequest().setUrn(urn).setNews(struct({})).setRandomseed(Buffer.from("seed")),
    );
    assert.deepEqual(checked.getFailuresList(), []);
    const inputs = checked.getInputs();
    const created = await call<messages.CreateRequest, messages.CreateResponse>(
      client.create,
      new messages.CreateRequest().setUrn(urn).setProperties(inputs),
    );
    assert.match(created.getId(), /\/resourceGroups\/fleet[0-9a-f]{8}$/);
    const read = await call<messages.ReadRequest, messages.ReadResponse>(
      client.read,
      new messages.ReadRequest()
        .setUrn(urn)
        .setId(created.getId())
        .setInputs(inputs)
        .setProperties(created.getProperties()),
    );
    assert.deepEqual(read.getInputs()?.toJavaScript(), inputs?.toJavaScript());
    const moved = struct({ ...inputs?.toJavaScript(), location: "northeurope" });
    const diff = await call<messages.DiffRequest, messages.DiffResponse>(
      client.diff,
      new messages.DiffRequest()
        .setUrn(urn)
        .setId(created.getId())
        .setOlds(created.getProperties())
        .setOldInputs(inputs)
        .setNews(moved),
    );
    assert.deepEqual([diff.getReplacesList(), diff.getDeletebeforereplace()], [["location"], false]);
    const removal = new messages.DeleteRequest()
      .setUrn(urn)
      .setId(created.getId())
      .setProperties(created.getProperties());
    await call<messages.DeleteRequest, unknown>(client.delete, removal);
    const gone = await call<messages.ReadRequest, messages.ReadResponse>(
      client.read,
      new messages.ReadRequest()
        .setUrn(urn)
        .setId(created.getId())
        .setInputs(inputs)
        .setProperties(created.getProperties()),
    );
    assert.equal(gone.getId(), "");
  });
});
