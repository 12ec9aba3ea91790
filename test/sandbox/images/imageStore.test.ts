import assert from "node:assert/strict";
import { ImageCloud, registryPath } from "./support/imageCloud";

const context = (text: string) => ({ Dockerfile: "FROM ubuntu:24.04\nCOPY a.txt /\n", "a.txt": text });
const keepsDays = (days: number) => ({ policies: { retentionPolicy: { days, status: "enabled" } } });
const own = "agents4711.azurecr.io/app";

describe("images that were built into a registry", () => {
  let cloud: ImageCloud;

  beforeEach(async () => {
    cloud = await ImageCloud.start();
  });

  afterEach(() => cloud.stop());

  async function build(text: string, image = "app:1"): Promise<string> {
    const { digest, log } = await cloud.build("agents4711", image, context(text));
    assert.ok(digest !== undefined, log.join("\n"));
    return digest;
  }

  it("are pulled by nodes and clients, by tag and by digest", async () => {
    await cloud.createRegistry("agents4711");
    const digest = await build("one");
    assert.deepEqual(await cloud.pull(`${own}:1`), { imageId: `${own}@${digest}` });
    assert.deepEqual(await cloud.pull(`${own}@${digest}`), { imageId: `${own}@${digest}` });
    assert.equal(cloud.clientDigest(`${own}:1`), digest);
  });

  it("lose a tag that is moved, and stay there by their digest", async () => {
    await cloud.createRegistry("agents4711");
    const old = await build("old");
    const moved = await build("new");
    assert.deepEqual(await cloud.pull(`${own}:1`), { imageId: `${own}@${moved}` });
    assert.deepEqual(await cloud.pull(`${own}@${old}`), { imageId: `${own}@${old}` });
    assert.deepEqual([cloud.clientDigest(`${own}:1`), cloud.clientDigest(`${own}@${old}`)], [moved, old]);
  });

  it("keep what other tags they have", async () => {
    await cloud.createRegistry("agents4711", keepsDays(7));
    const old = await build("old");
    await build("old", "app:stable");
    await build("new");
    cloud.passDays(30);
    assert.deepEqual(await cloud.pull(`${own}:stable`), { imageId: `${own}@${old}` });
  });

  it("outlive a restart", async () => {
    await cloud.createRegistry("agents4711");
    const old = await build("old");
    const moved = await build("new");
    await cloud.arm.restart();
    assert.deepEqual(await cloud.pull(`${own}:1`), { imageId: `${own}@${moved}` });
    assert.deepEqual(await cloud.pull(`${own}@${old}`), { imageId: `${own}@${old}` });
  });

  it("go with their registry", async () => {
    await cloud.createRegistry("agents4711");
    const digest = await build("one");
    await cloud.removeRegistry("agents4711");
    assert.deepEqual([cloud.clientDigest(`${own}:1`), cloud.clientDigest(`${own}@${digest}`)], [undefined, undefined]);
  });

  it("leave nothing behind when the registry goes before they are pushed", async () => {
    await cloud.createRegistry("agents4711");
    const digest = await build("one");
    await cloud.removeRegistry("agents4711");
    const late = await cloud.build("agents4711", "app:1", context("one"));
    assert.equal(late.digest, undefined);
    assert.equal(cloud.clientDigest(`${own}@${digest}`), undefined);
  });

  it("go without a tag when the days of the registry's policy are over", async () => {
    await cloud.createRegistry("agents4711", keepsDays(7));
    const old = await build("old");
    const moved = await build("new");
    cloud.passDays(6.9);
    assert.deepEqual(await cloud.pull(`${own}@${old}`), { imageId: `${own}@${old}` });
    cloud.passDays(0.2);
    assert.match((await cloud.pull(`${own}@${old}`)).refusal ?? "", /: not found$/);
    await cloud.arm.registryImages.removeDue();
    assert.deepEqual([cloud.clientDigest(`${own}@${old}`), cloud.clientDigest(`${own}:1`)], [undefined, moved]);
  });

  it("stay without a tag where no policy was in force when they lost it", async () => {
    await cloud.createRegistry("agents4711");
    const old = await build("old");
    await build("new");
    await cloud.createRegistry("agents4711", keepsDays(1));
    cloud.passDays(400);
    await cloud.arm.registryImages.removeDue();
    assert.deepEqual(await cloud.pull(`${own}@${old}`), { imageId: `${own}@${old}` });
  });

  it("stay when they get a tag again in time", async () => {
    await cloud.createRegistry("agents4711", keepsDays(7));
    const old = await build("old");
    await build("new");
    cloud.passDays(5);
    await build("old", "app:again");
    cloud.passDays(5);
    await cloud.arm.registryImages.removeDue();
    assert.deepEqual(await cloud.pull(`${own}:again`), { imageId: `${own}@${old}` });
  });

  it("are not pushed by a build that only tries", async () => {
    await cloud.createRegistry("agents4711");
    await cloud.build("agents4711", "app:1", context("one"), { push: false });
    assert.match((await cloud.pull(`${own}:1`)).refusal ?? "", /: not found$/);
    assert.equal(cloud.clientDigest(`${own}:1`), undefined);
  });

  it("F01: run only where their Windows build fits", async () => {
    await cloud.createRegistry("agents4711");
    const files = { Dockerfile: "FROM mcr.microsoft.com/windows/servercore:ltsc2025\n" };
    await cloud.build("agents4711", "win:1", files, { platform: { os: "windows", architecture: "amd64" } });
    const image = "agents4711.azurecr.io/win:1";
    const node = (windowsBuild: string) => ({ osType: "windows", windowsBuild }) as const;
    assert.match(
      (await cloud.pull(image, node("10.0.20348"))).refusal ?? "",
      /a Windows version 10\.0\.26100-based image is incompatible with a 10\.0\.20348 host$/,
    );
    assert.notEqual((await cloud.pull(image, node("10.0.26100"))).imageId, undefined);
    assert.match((await cloud.pull(image)).refusal ?? "", /no match for platform in manifest: not found$/);
  });

  it("are imported into another registry with their digest, and stay there when the first one goes", async () => {
    await cloud.createRegistry("agents4711");
    await cloud.createRegistry("copies4711");
    const digest = await build("one");
    await cloud.arm.run("POST", `${registryPath("copies4711")}/importImage`, "2023-07-01", {
      source: { registryUri: "agents4711.azurecr.io", sourceImage: "app:1" },
      targetTags: ["copied/app:2"],
    });
    await cloud.removeRegistry("agents4711");
    const copied = "copies4711.azurecr.io/copied/app";
    assert.deepEqual(await cloud.pull(`${copied}:2`), { imageId: `${copied}@${digest}` });
    assert.equal(cloud.clientDigest(`${copied}:2`), digest);
  });

  it("are bases for others of the same registry", async () => {
    await cloud.createRegistry("agents4711");
    const base = await build("one", "base:1");
    for (const reference of ["base:1", `base@${base}`, `base:1@${base}`]) {
      const files = { Dockerfile: `FROM agents4711.azurecr.io/${reference}\n` };
      const { digest, log } = await cloud.build("agents4711", "app:1", files);
      assert.ok(digest !== undefined, log.join("\n"));
    }
  });

  it("of another registry need its permission, which a build does not have", async () => {
    await cloud.createRegistry("agents4711");
    await cloud.createRegistry("closed4711", { anonymousPullEnabled: false });
    await cloud.build("closed4711", "base:1", context("one"));
    const files = { Dockerfile: "FROM closed4711.azurecr.io/base:1\n" };
    const { digest, log } = await cloud.build("agents4711", "app:1", files);
    assert.equal(digest, undefined);
    assert.ok(
      log.includes(
        'Head "https://closed4711.azurecr.io/v2/base/manifests/1": unauthorized: authentication required, visit https://aka.ms/acr/authorization for more information.',
      ),
    );
    await cloud.createRegistry("closed4711", { anonymousPullEnabled: true });
    assert.notEqual((await cloud.build("agents4711", "app:1", files)).digest, undefined);
  });

  it("continue copies of public images as these themselves", async () => {
    await cloud.createRegistry("agents4711");
    const { status } = await cloud.arm.run("POST", `${registryPath("agents4711")}/importImage`, "2023-07-01", {
      source: { registryUri: "docker.io", sourceImage: "nginxinc/nginx-unprivileged:1.30.4-alpine" },
      targetTags: ["bases/nginx:1"],
    });
    assert.equal(status, 200);
    await cloud.build("agents4711", "app:1", { Dockerfile: "FROM agents4711.azurecr.io/bases/nginx:1\n" });
    const registry = cloud.arm.registryImages.registryAt("agents4711.azurecr.io");
    const image = registry && cloud.arm.registryImages.find(registry, "app", { tag: "1" });
    assert.equal(image?.publicBase, "docker.io/nginxinc/nginx-unprivileged:1.30.4-alpine");
  });
});
