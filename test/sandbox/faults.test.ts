import assert from "node:assert/strict";
import Fastify, { type FastifyInstance } from "fastify";
import { Faults, registerFaults, type Fault } from "../../sandbox/faults";

describe("faults", () => {
  let server: FastifyInstance;

  beforeEach(() => {
    server = Fastify();
    registerFaults(server, new Faults());
    server.get("/thing", async (request) => ({ fails: request.operationFault?.code ?? "nothing" }));
  });

  afterEach(() => server.close());

  const set = (fault: Fault) => server.inject({ method: "POST", url: "/_sandbox/faults", payload: { ...fault } });
  const get = async (url: string) => (await server.inject({ url })).statusCode;

  it("hit the request after those that they let pass, as often as they are told to", async () => {
    await set({ path: "^/thing", skip: 1, times: 2, effect: { kind: "answer", status: 503 } });
    assert.deepEqual(
      [await get("/thing"), await get("/thing"), await get("/thing"), await get("/thing")],
      [200, 503, 503, 200],
    );
  });

  it("leave other methods and paths alone", async () => {
    await set({ method: "PUT", path: "^/thing", effect: { kind: "answer", status: 503 } });
    await set({ path: "^/other", effect: { kind: "answer", status: 503 } });
    assert.equal(await get("/thing"), 200);
  });

  it("tell the service that an operation shall fail after it was accepted", async () => {
    await set({ path: "^/thing", effect: { kind: "failOperation", code: "QuotaExceeded", message: "too many cores" } });
    const { body } = await server.inject({ url: "/thing" });
    assert.deepEqual(JSON.parse(body), { fails: "QuotaExceeded" });
  });

  it("are understood by a server that takes every body as text", async () => {
    const texts = Fastify();
    texts.removeContentTypeParser("application/json");
    texts.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => done(null, text));
    registerFaults(texts, new Faults());
    texts.get("/thing", async () => "there");
    const fault: Fault = { path: "^/thing", effect: { kind: "answer", status: 503 } };
    await texts.inject({ method: "POST", url: "/_sandbox/faults", payload: { ...fault } });
    assert.equal((await texts.inject({ url: "/thing" })).statusCode, 503);
    await texts.close();
  });

  it("are forgotten on request", async () => {
    await set({ path: "^/thing", effect: { kind: "answer", status: 503 } });
    await server.inject({ method: "DELETE", url: "/_sandbox/faults" });
    assert.equal(await get("/thing"), 200);
  });
});
