import assert from "node:assert/strict";
import fc from "fast-check";
import { tokenShape } from "../../plan/tokenShape";

const origin = { encrypted: true, usedByProvider: false };
const faultless = { empty: false, whitespace: false, foreignCharacters: false, base64: false, accessToken: false };
const token = fc.oneof(fc.stringMatching(/^[a-z2-7]{52}$/), fc.stringMatching(/^[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}$/));

describe("shape of a token", () => {
  it("finds nothing wrong with personal access tokens, old and new", () => {
    fc.assert(fc.property(token, (text) => assert.deepEqual(tokenShape(text, origin), { ...faultless, ...origin })));
  });

  it("F24: sees white space and control characters anywhere", () => {
    const blank = fc.constantFrom(" ", "\n", "\r\n", "\t", "\u0000", "\u00a0", "\u2028", "\ufeff");
    fc.assert(
      fc.property(token, blank, fc.nat(), (text, space, at) => {
        const position = at % (text.length + 1);
        assert.ok(tokenShape(text.slice(0, position) + space + text.slice(position), origin).whitespace);
      }),
    );
  });

  it("F24: calls white space alone empty", () => {
    for (const text of ["", " ", "\r\n"]) assert.ok(tokenShape(text, origin).empty);
  });

  it("recognises the base64 of a token, also with a line break or a colon inside", () => {
    fc.assert(
      fc.property(token, fc.constantFrom("", ":"), fc.constantFrom("", "\n"), (text, before, after) => {
        assert.ok(tokenShape(Buffer.from(before + text + after).toString("base64"), origin).base64);
      }),
    );
  });

  it("recognises an Entra access token", () => {
    assert.ok(tokenShape("eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln", origin).accessToken);
  });

  it("keeps nothing of the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.ok(Object.values(tokenShape(text, origin)).every((value) => typeof value === "boolean"));
      }),
    );
  });
});
