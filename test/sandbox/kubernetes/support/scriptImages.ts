import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type {
  ImageSource,
  PulledImage,
  PullingNode,
  PullRefusal,
} from "../../../../sandbox/kubernetes/createClusterRuntime";

const REGISTRY = "scripts.example.com/";

/** A registry whose images are files by their path in the image; those below app/ can be executed. */
export class ScriptImages implements ImageSource {
  readonly pulls: { readonly clusterId: string; readonly image: string; readonly node: PullingNode }[] = [];
  private readonly images = new Map<string, PulledImage | PullRefusal>();

  /** Puts an image with a shell script as its program. @returns The image's reference. */
  put(
    name: string,
    script: string,
    files: Readonly<Record<string, string>> = {},
    config: Pick<PulledImage, "environment"> = {},
  ): string {
    const content = { ...files, "app/main.sh": `#!/bin/sh\n${script}\n` };
    const imageId = `${REGISTRY}${name}@sha256:${createHash("sha256").update(script).digest("hex")}`;
    this.images.set(`${REGISTRY}${name}:1`, {
      ...config,
      kind: "pulled",
      imageId,
      lay: (folder) => lay(folder, content),
    });
    return `${REGISTRY}${name}:1`;
  }

  refuse(name: string, refusal: Omit<PullRefusal, "kind">): string {
    this.images.set(`${REGISTRY}${name}:1`, { kind: "refused", ...refusal });
    return `${REGISTRY}${name}:1`;
  }

  async pull(clusterId: string, image: string, node: PullingNode): Promise<PulledImage | PullRefusal | undefined> {
    if (!image.startsWith(REGISTRY)) {
      return undefined;
    }
    this.pulls.push({ clusterId, image, node });
    return this.images.get(image) ?? { kind: "refused", message: `${image}: not found` };
  }
}

async function lay(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, path.startsWith("app/") ? 0o755 : 0o644);
  }
}
