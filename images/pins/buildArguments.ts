import { withVersion, type ImageSystem, type Pin, type Pins } from "./pins";

export interface ImageIdentity {
  /** Version of this program, which is the image's tag. */
  readonly version: string;
  /** Address of the repository that the image is built from. */
  readonly source?: string;
}

/** Arguments for the Dockerfile of a system. An unresolved part has no checksum among them: its version alone pins it. */
export function buildArguments(
  system: ImageSystem,
  { pins, ubuntuSnapshot }: Pins,
  { version, source }: ImageIdentity,
): Readonly<Record<string, string>> {
  const own = pinsOf(system, pins);
  const agent = own.find(({ argument }) => argument === "AGENT");
  return {
    ...Object.fromEntries(own.flatMap(argumentsOf)),
    ...(system === "linux" && { UBUNTU_SNAPSHOT: ubuntuSnapshot }),
    ...(agent && { AGENT_VERSION: agent.version }),
    IMAGE_VERSION: version,
    ...(source !== undefined && { IMAGE_SOURCE: source }),
  };
}

export function pinsOf(system: ImageSystem, pins: readonly Pin[]): readonly Pin[] {
  return pins.filter(({ images }) => images.includes(system));
}

function argumentsOf(pin: Pin): [string, string][] {
  const { argument, digest } = pin;
  if (pin.kind === "file") {
    const url: [string, string] = [`${argument}_URL`, withVersion(pin.url, pin)];
    return digest === null ? [url] : [url, [`${argument}_SHA256`, digest.replace(/^sha256:/, "")]];
  }
  const reference = `${pin.image}:${pin.version}${digest === null ? "" : `@${digest}`}`;
  const build: [string, string][] = pin.windowsBuild === undefined ? [] : [["WINDOWS_BUILD", pin.windowsBuild]];
  return [[argument, reference], ...build];
}
