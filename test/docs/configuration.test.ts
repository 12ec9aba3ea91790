import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { configurationReference, referenceFile } from "../../docs/generateConfiguration";
import { configurationKeys } from "../../plan/settings/keyPaths";
import type { KeyNode } from "../../plan/settings/keyTree";

describe("configuration reference", () => {
  it("says what the schema says (npm run docs writes it anew)", () => {
    assert.equal(readFileSync(referenceFile, "utf8"), configurationReference());
  });

  it("explains every key, and for every value what a change does", () => {
    const unexplained = (path: string, keys: readonly KeyNode[]): string[] =>
      keys.flatMap(({ name, kind, meta, children }) => [
        ...(meta?.description === undefined ? [`${path}${name}: no description`] : []),
        ...(meta?.change === undefined && children.length === 0 && kind !== "group"
          ? [`${path}${name}: no change`]
          : []),
        ...unexplained(`${path}${name}.`, children),
      ]);
    assert.deepEqual(unexplained("", configurationKeys.children), []);
  });

  it("gives every required value an example, which also stands in while other problems are looked for", () => {
    const without = (path: string, keys: readonly KeyNode[]): string[] =>
      keys.flatMap(({ name, required, meta, children }) => [
        ...(required && children.length === 0 && meta?.example === undefined ? [`${path}${name}`] : []),
        ...without(`${path}${name}.`, children),
      ]);
    assert.deepEqual(without("", configurationKeys.children), []);
  });
});
