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

type Done<Response> = (error: grpc.ServiceError | null, response: Response) => void;

function answer<Response>(send: (done: Done<Response>) => unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    send((error, response) => {
      if (error === null) {
        resolve(response);
      } else {
        reject(error);
      }
    });
  });
}

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
    const configuration = new messages.ConfigureRequest().setArgs(struct({ location: "westeurope" }));
    await answer<messages.ConfigureResponse>((done) => client.configure(configuration, done));

    const check = new messages.CheckRequest().setUrn(urn).setNews(struct({})).setRandomseed(Buffer.from("seed"));
    const checked = await answer<messages.CheckResponse>((done) => client.check(check, done));
    assert.deepEqual(checked.getFailuresList(), []);
    const inputs = checked.getInputs();

    const creation = new messages.CreateRequest().setUrn(urn).setProperties(inputs);
    const created = await answer<messages.CreateResponse>((done) => client.create(creation, done));
    const [id, state] = [created.getId(), created.getProperties()];
    assert.match(id, /\/resourceGroups\/fleet[0-9a-f]{8}$/);

    const question = new messages.ReadRequest().setUrn(urn).setId(id).setInputs(inputs).setProperties(state);
    const read = await answer<messages.ReadResponse>((done) => client.read(question, done));
    assert.deepEqual(read.getInputs()?.toJavaScript(), inputs?.toJavaScript());

    const moved = struct({ ...inputs?.toJavaScript(), location: "northeurope" });
    const change = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(state).setOldInputs(inputs).setNews(moved);
    const diff = await answer<messages.DiffResponse>((done) => client.diff(change, done));
    assert.deepEqual([diff.getReplacesList(), diff.getDeletebeforereplace()], [["location"], false]);

    const removal = new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(state);
    await answer((done) => client.delete(removal, done));
    const gone = await answer<messages.ReadResponse>((done) => client.read(question, done));
    assert.equal(gone.getId(), "");
  });
});
