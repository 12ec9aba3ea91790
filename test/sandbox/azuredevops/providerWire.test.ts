import assert from "node:assert/strict";
import * as grpc from "@grpc/grpc-js";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as provider_pb from "@pulumi/pulumi/proto/provider_pb";
import { serveProvider } from "../../../sandbox/engine/provider/providerServer";
import type { RpcServer } from "../../../sandbox/engine/rpcServer";
import { ProviderFixture } from "./providerFixture";

const urn = "urn:pulumi:test::aks-agents::azuredevops:index/pool:Pool::pool";

describe("Azure DevOps provider: over the engine's wire", () => {
  let driver: ProviderFixture;
  let server: RpcServer;
  let client: ResourceProviderClient;
  before(async () => {
    driver = await ProviderFixture.open();
    server = await serveProvider(driver.provider);
    client = new ResourceProviderClient(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure());
  });
  after(async () => {
    client.close();
    await server.close();
    await driver.fixture.close();
  });

  it("configures, checks, creates, reads, updates and deletes a pool", async () => {
    const configure = new provider_pb.ConfigureRequest().setArgs(
      struct({ orgServiceUrl: "https://dev.azure.com/contoso" }),
    );
    await call<provider_pb.ConfigureResponse>((done) => client.configure(configure, done));

    const checked = await call<provider_pb.CheckResponse>((done) =>
      client.check(
        new provider_pb.CheckRequest().setUrn(urn).setNews(struct({ name: "wired", autoUpdate: false })),
        done,
      ),
    );
    const created = await call<provider_pb.CreateResponse>((done) =>
      client.create(new provider_pb.CreateRequest().setUrn(urn).setProperties(checked.getInputs()), done),
    );
    assert.deepEqual(created.getProperties()?.toJavaScript(), {
      name: "wired",
      poolType: "automation",
      autoProvision: false,
      autoUpdate: false,
    });

    const kept = () =>
      new provider_pb.UpdateRequest().setUrn(urn).setId(created.getId()).setOlds(created.getProperties());
    const updated = await call<provider_pb.UpdateResponse>((done) =>
      client.update(kept().setNews(struct({ name: "rewired", poolType: "automation", autoProvision: false })), done),
    );
    assert.equal(updated.getProperties()?.toJavaScript()["name"], "rewired");

    const read = new provider_pb.ReadRequest()
      .setUrn(urn)
      .setId(created.getId())
      .setProperties(updated.getProperties());
    const remove = new provider_pb.DeleteRequest()
      .setUrn(urn)
      .setId(created.getId())
      .setProperties(updated.getProperties());
    assert.equal((await call<provider_pb.ReadResponse>((done) => client.read(read, done))).getId(), created.getId());
    await call((done) => client.delete(remove, done));
    assert.equal((await call<provider_pb.ReadResponse>((done) => client.read(read, done))).getId(), "");
  });

  it("tells the engine of a replacement", async () => {
    const state = struct({ name: "p", poolType: "automation", autoProvision: false, autoUpdate: true });
    const news = struct({ name: "p", poolType: "deployment", autoProvision: false, autoUpdate: true });

    const diff = await call<provider_pb.DiffResponse>((done) =>
      client.diff(new provider_pb.DiffRequest().setUrn(urn).setId("1").setOlds(state).setNews(news), done),
    );

    assert.deepEqual([diff.getReplacesList(), diff.getDeletebeforereplace()], [["poolType"], true]);
  });

  it("answers a function, and fails one with the text alone", async () => {
    const invoke = (args: Record<string, JavaScriptValue>) =>
      call<provider_pb.InvokeResponse>((done) =>
        client.invoke(
          new provider_pb.InvokeRequest().setTok("azuredevops:index/getProject:getProject").setArgs(struct(args)),
          done,
        ),
      );

    assert.equal((await invoke({ name: "Web Shop" })).getReturn()?.toJavaScript()["id"], driver.fixture.projectId);
    await assert.rejects(invoke({ name: "nowhere" }), { details: "Project with name nowhere or ID  does not exist " });
  });
});

function struct(value: Record<string, JavaScriptValue>): Struct {
  return Struct.fromJavaScript(value);
}

function call<Response>(
  start: (done: (error: grpc.ServiceError | null, response: Response) => void) => unknown,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    start((error, response) => (error === null ? resolve(response) : reject(error)));
  });
}
