import type { PulledImage } from "../kubernetes/kubelet/imageSource";
import type { ImageFacts } from "./bases/baseContent";
import { linuxPath } from "./bases/linuxPath";

type RunSettings = Pick<PulledImage, "environment" | "entrypoint" | "arguments" | "workingDirectory">;

/**
 * What an image's configuration says about its containers.
 * @param base What stands for its base adds: variables where the image has none of that name, everything else where the image says nothing.
 */
export function runSettings({ config }: ImageFacts, base: RunSettings = {}): RunSettings {
  const own = (config.Env ?? []).map((entry) => {
    const equals = entry.indexOf("=");
    return [entry.slice(0, equals), entry.slice(equals + 1)] as const;
  });
  // Every Linux image has this PATH, which in the sandbox would hide the folders of programs that the machine has.
  const environment = Object.fromEntries(own.filter(([name, value]) => `${name}=${value}` !== linuxPath));
  const entrypoint = config.Entrypoint ?? base.entrypoint;
  const args = config.Cmd ?? base.arguments;
  const workingDirectory = config.WorkingDir ?? base.workingDirectory;
  return {
    environment: { ...base.environment, ...environment },
    ...(entrypoint === undefined ? {} : { entrypoint }),
    ...(args === undefined ? {} : { arguments: args }),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
  };
}
