import assert from "node:assert/strict";
import fc from "fast-check";
import {
  containsUnknown,
  differences,
  secret,
  unknownValue,
  unwrapSecrets,
} from "../../../sandbox/engine/provider/properties";

describe("property values", () => {
  it("differ in the leaves that changed, by path", () => {
    const before = { a: 1, list: [{ count: 1 }], gone: true, same: { x: null } };
    const after = { a: 2, list: [{ count: 3 }, { count: 1 }], same: {} };
    assert.deepEqual(differences(before, after), [
      { path: "a", kind: "update" },
      { path: "list[0].count", kind: "update" },
      { path: "list[1]", kind: "add" },
      { path: "gone", kind: "delete" },
    ]);
  });

  it("never differ from themselves", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => assert.deepEqual(differences(value, value), [])));
  });

  it("differ from a value with another leaf", () => {
    const changed = fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(changed, ([value, key]) => {
        const { [key]: _removed, ...rest } = value;
        assert.notDeepEqual(differences({ ...rest, [key]: "before" }, { ...rest, [key]: "after" }), []);
      }),
    );
  });

  it("lose the marks of secrets at every depth, and nothing else", () => {
    assert.deepEqual(unwrapSecrets({ a: [secret({ b: secret(1) })], c: "d" }), { a: [{ b: 1 }], c: "d" });
  });

  it("are unknown when any part is", () => {
    assert.equal(containsUnknown({ a: [{ b: unknownValue }] }), true);
    assert.equal(containsUnknown({ a: [{ b: "known" }] }), false);
  });
});
