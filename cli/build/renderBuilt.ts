import type { BuiltImage } from "../../builds/acr/acrBuild";

/** The summary of a build. */
export function renderBuilt({ loginServer, images, runId }: BuiltImage, seconds: number): string {
  return [
    `Built in ${duration(seconds)} by run ${runId}:`,
    ...images.flatMap(({ repository, tag, digest }) => [
      `  ${loginServer}/${repository}:${tag}`,
      `    ${loginServer}/${repository}@${digest}`,
    ]),
  ].join("\n");
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
