/** What Docker's classic builder says of an option that it does not have (moby daemon/builder/dockerfile/dispatchers.go). */
export function needsBuildKit(option: string): string {
  return `the ${option} option requires BuildKit. Refer to https://docs.docker.com/go/buildkit/ to learn how to build images with BuildKit enabled`;
}
