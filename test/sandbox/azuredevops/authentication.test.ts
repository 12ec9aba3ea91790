import assert from "node:assert/strict";
import { WebApi, getPersonalAccessTokenHandler } from "azure-devops-node-api";
import { Fixture, plainRequest } from "./fixture";

describe("Azure DevOps emulator: authentication", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await Fixture.open();
  });
  after(() => fixture.close());

  const pools = () => `${fixture.organizationUrl}/_apis/distributedtask/pools`;
  const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`:${secret}`).toString("base64")}` });
  const newToken = async (body: Record<string, unknown> = {}) =>
    String((await fixture.administer("POST", "personalAccessTokens", body))["token"]);

  it("F27: shows a sign-in page with status 203 to who brings nothing", async () => {
    const answer = await plainRequest(pools(), "GET", undefined, {});

    assert.equal(answer.status, 203);
    assert.match(answer.text, /<title>Azure DevOps Services \| Sign In<\/title>/);
  });

  it("F135: an empty token is the anonymous user to who suppresses the redirect", async () => {
    const answer = await plainRequest(pools(), "GET", undefined, { ...basic(""), "x-tfs-fedauthredirect": "Suppress" });

    assert.equal(answer.status, 401);
    assert.equal(
      answer.body["message"],
      "TF400813: The user 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa' is not authorized to access this resource.",
    );
  });

  it("F135: an organization with a typo is a page that is not found", async () => {
    const answer = await plainRequest(`${fixture.emulator.url}/contso/_apis/distributedtask/pools`, "GET", undefined, {
      authorization: `Bearer ${await fixture.token()}`,
    });

    assert.equal(answer.status, 404);
    assert.match(answer.headers.get("content-type") ?? "", /text\/html/);
  });

  it("takes a personal access token from Microsoft's client", async () => {
    const webApi = new WebApi(fixture.organizationUrl, getPersonalAccessTokenHandler(await newToken()));

    assert.deepEqual(await (await webApi.getTaskAgentApi()).getAgentPools(), []);
  });

  it("takes an Entra token in the place of a personal access token, as the agent sends it", async () => {
    const answer = await plainRequest(pools(), "GET", undefined, basic(await fixture.token()));

    assert.equal(answer.status, 200);
  });

  it("F24: refuses a personal access token with a newline at its end", async () => {
    const answer = await plainRequest(pools(), "GET", undefined, basic(`${await newToken()}\n`));

    assert.equal(answer.status, 401);
  });

  it("F26: says that a personal access token has expired", async () => {
    const token = await newToken({ validTo: "2020-01-01T00:00:00Z" });

    const answer = await plainRequest(pools(), "GET", undefined, basic(token));

    assert.equal(answer.status, 401);
    assert.match(answer.text, /The Personal Access Token used has expired\./);
  });

  it("F27: a token for builds cannot read pools, one that reads pools cannot create them", async () => {
    const builds = await newToken({ scopes: ["vso.build"] });
    const reader = await newToken({ scopes: ["vso.agentpools"] });

    const answers = [
      await plainRequest(pools(), "GET", undefined, basic(builds)),
      await plainRequest(pools(), "GET", undefined, basic(reader)),
      await plainRequest(pools(), "POST", { name: "x" }, basic(reader)),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 200, 401],
    );
  });

  it("F34: a principal that is no member has to sign in once", async () => {
    const stranger = fixture.directory.createPrincipal("stranger");

    const answer = await fixture.request("GET", "_apis/distributedtask/pools", undefined, stranger);

    assert.equal(answer.status, 401);
    const { tenantId } = fixture.directory;
    assert.equal(
      answer.body["message"],
      `TF401444: Please sign-in at least once as ${tenantId}\\${tenantId}\\${stranger.objectId} in a web browser to enable access to the service.`,
    );
  });

  it("refuses a token for another service", async () => {
    const token = await fixture.directory.issueToken(
      fixture.directory.deployer.objectId,
      "https://management.azure.com",
    );

    const answer = await plainRequest(pools(), "GET", undefined, { authorization: `Bearer ${token}` });

    assert.equal(answer.status, 401);
  });
});
