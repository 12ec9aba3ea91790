import assert from "node:assert/strict";
import { compareSync } from "bcryptjs";
import fc from "fast-check";
import { isRecord, secret, unknownValue, unwrapSecrets } from "../../../sandbox/engine/provider/properties";
import type { Properties, ResourceType } from "../../../sandbox/engine/provider/resourceProvider";
import { randomProvider } from "../../../sandbox/random/randomProvider";
import { randomText } from "../../../sandbox/random/randomText";

const token = "random:index/randomPassword:RandomPassword";
const urn = `urn:pulumi:test::project::${token}::password`;

function password(): ResourceType {
  const type = randomProvider().resourceType(token);
  assert.ok(type);
  return type;
}

function revealed(state: Properties): Properties {
  const plain = unwrapSecrets(state);
  assert.ok(isRecord(plain));
  return plain;
}

const create = (inputs: Properties, preview = false) =>
  password().create({ urn, name: "password", inputs, preview, timeoutSeconds: 0 });

/** Expected values: terraform-provider-random's documentation of `random_password`, as pulumi-random 4.21.2 bridges it. */
describe("random provider, RandomPassword", () => {
  it("has the length and at least as many characters of each class as asked for", () => {
    const least = fc.nat({ max: 5 });
    fc.assert(
      fc.property(
        least,
        least,
        least,
        least,
        fc.nat({ max: 20 }),
        (minLower, minUpper, minNumeric, minSpecial, more) => {
          const length = minLower + minUpper + minNumeric + minSpecial + more;
          const all = { lower: true, upper: true, numeric: true, special: true };
          const text = randomText({ length, ...all, minLower, minUpper, minNumeric, minSpecial });
          const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
          assert.equal(text.length, length);
          assert.ok(count(/[a-z]/g) >= minLower && count(/[A-Z]/g) >= minUpper && count(/[0-9]/g) >= minNumeric);
          assert.ok(count(/[!@#$%&*()\-_=+[\]{}<>:?]/g) >= minSpecial);
        },
      ),
    );
  });

  it("uses only what is allowed", async () => {
    const { state } = await create({ length: 64, special: true, overrideSpecial: "_", upper: false, numeric: false });
    assert.match(String(revealed(state)["result"]), /^[a-z_]{64}$/);
  });

  it("shows every default in its state, and no id that would tell the password", async () => {
    const { id, state } = await create({ length: 12, keepers: { generation: "1" } });
    const { result: _result, bcryptHash: _hash, ...shown } = state;
    assert.equal(id, "none");
    assert.deepEqual(shown, {
      length: 12,
      keepers: { generation: "1" },
      lower: true,
      upper: true,
      numeric: true,
      number: true,
      special: true,
      minLower: 0,
      minUpper: 0,
      minNumeric: 0,
      minSpecial: 0,
    });
  });

  it("marks the password and its hash as secret, and the hash is the password's", async () => {
    const { state } = await create({ length: 12 });
    const { result, bcryptHash } = revealed(state);
    assert.deepEqual(state["result"], secret(result));
    assert.deepEqual(state["bcryptHash"], secret(bcryptHash));
    assert.ok(compareSync(String(result), String(bcryptHash)));
  });

  it("is unknown in a preview", async () => {
    const { state } = await create({ length: 12 }, true);
    assert.deepEqual([state["result"], state["bcryptHash"]], [unknownValue, unknownValue]);
  });

  it("a changed keeper replaces, and so does any other input", async () => {
    const oldInputs = { length: 12, keepers: { generation: "1" } };
    const request = { id: "none", urn, oldInputs, oldState: {}, ignoreChanges: [] };
    const kept = await password().diff({ ...request, inputs: { ...oldInputs } });
    const turned = await password().diff({ ...request, inputs: { ...oldInputs, keepers: { generation: "2" } } });
    const longer = await password().diff({ ...request, inputs: { ...oldInputs, length: 13 } });
    assert.deepEqual(kept.changes, []);
    assert.deepEqual(turned.changes, [{ path: "keepers.generation", kind: "update", replaces: true }]);
    assert.deepEqual(longer.changes, [{ path: "length", kind: "update", replaces: true }]);
  });

  it("stays the same at a refresh, its secrets marked", async () => {
    const inputs = { length: 12 };
    const { id, state } = await create(inputs);
    assert.deepEqual(await password().read({ id, urn, inputs, state: revealed(state) }), { id, state, inputs });
  });

  it("imports a password by its text", async () => {
    const read = await password().read({ id: "s3cret-text", urn, inputs: {}, state: {} });
    assert.equal(read?.id, "none");
    assert.deepEqual(read?.state["result"], secret("s3cret-text"));
    assert.deepEqual(read?.inputs, { length: 11 });
  });

  for (const [title, inputs, expected] of [
    ["has no length", {}, /Missing required property 'length'/],
    ["is shorter than the characters that it must have", { length: 2, minLower: 1, minUpper: 2 }, /at least sum of/],
    [
      "may have no character",
      { length: 4, lower: false, upper: false, numeric: false, special: false },
      /At least one/,
    ],
  ] as const) {
    it(`is refused when it ${title}`, async () => {
      const { failures } = await password().check({
        urn,
        name: "p",
        oldInputs: {},
        inputs,
        randomSeed: new Uint8Array(),
      });
      assert.match(failures.map(({ reason }) => reason).join(), expected);
    });
  }

  it("is the only type", () => {
    assert.equal(randomProvider().resourceType("random:index/randomPet:RandomPet"), undefined);
  });
});
