import assert from "node:assert/strict";
import fc from "fast-check";
import { contains, overlap, parseCidr } from "../../../sandbox/azure/cidr";

const prefixes = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 8, max: 32 }))
  .map(([second, third, length]) => ({ text: `10.${second}.${third}.0/${length}`, length, second, third }));

const bits = (second: number, third: number) =>
  [10, second, third, 0].map((byte) => byte.toString(2).padStart(8, "0")).join("");

describe("IPv4 ranges", () => {
  it("overlap exactly when one's network bits begin with the other's", () => {
    fc.assert(
      fc.property(prefixes, prefixes, (one, other) => {
        const length = Math.min(one.length, other.length);
        const same = bits(one.second, one.third).slice(0, length) === bits(other.second, other.third).slice(0, length);
        const [first, second] = [parseCidr(one.text), parseCidr(other.text)];
        assert.ok(first !== undefined && second !== undefined);
        assert.equal(overlap(first, second), same);
        assert.equal(contains(first, second), same && one.length <= other.length);
      }),
    );
  });

  it("are not made of anything else", () => {
    assert.deepEqual(["", "10.0.0.0/33", "10.0.0.256/24", "::/0", "ten"].map(parseCidr), Array(5).fill(undefined));
  });
});
