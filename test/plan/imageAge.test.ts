import assert from "node:assert/strict";
import type { ImagePin } from "../../plan/imagePins";
import { planWith } from "./fleets";

const linux = { agents: [{ name: "linux", os: "linux" }] };

function warned(code: string, pin: Partial<ImagePin>, now: string, keys: Record<string, unknown> = linux): string[] {
  const imagePins: readonly ImagePin[] = [{ name: "part", version: "1.0", images: ["linux"], resolved: true, ...pin }];
  const { warnings } = planWith(keys, { imagePins, now: new Date(now) });
  return warnings.filter((warning) => warning.code === code).map(({ message }) => message);
}

describe("age of what agent images are made of", () => {
  it("F11: an agent package counts as old when it is more than six months old", () => {
    const released = { released: "2026-08-12" };
    assert.deepEqual(warned("agent-package-old", released, "2027-02-12T00:00:00Z"), []);
    const [message, ...more] = warned("agent-package-old", released, "2027-02-12T00:00:01Z");
    assert.match(message ?? "", /agent 1\.0 of 2026-08-12/);
    assert.deepEqual(more, []);
  });

  it("F127: a base counts as old when its digest was read more than two monthly updates ago", () => {
    const read = { baseResolvedAt: "2026-10-01T08:00:00Z" };
    assert.deepEqual(warned("image-base-old", read, "2026-12-02T08:00:00Z"), []);
    assert.match(warned("image-base-old", read, "2026-12-02T08:00:01Z")[0] ?? "", /part of 2026-10-01/);
  });

  it("is no matter to a class that names an image, or runs on another system", () => {
    const old = { released: "2024-01-01", baseResolvedAt: "2024-01-01T00:00:00Z" };
    const named = [{ name: "linux", os: "linux", image: "contoso.azurecr.io/agents/linux:1.4.0" }];
    for (const agents of [named, [{ name: "win22", os: "windows2022" }]]) {
      for (const code of ["agent-package-old", "image-base-old"]) {
        assert.deepEqual(warned(code, old, "2026-12-01T00:00:00Z", { agents }), []);
      }
    }
  });
});
