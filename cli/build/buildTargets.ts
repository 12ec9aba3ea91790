/** What an image can be built for. */
export interface BuildTarget {
  readonly os: "Windows" | "Linux";
  /** Given to every build. */
  readonly buildArguments: Readonly<Record<string, string>>;
}

/** By the value of `--os`. Tags of Windows base images: learn.microsoft.com/virtualization/windowscontainers/manage-containers/container-base-images. */
export const buildTargets: Readonly<Record<string, BuildTarget>> = {
  windows2022: { os: "Windows", buildArguments: { WINDOWS_VERSION: "ltsc2022" } },
  windows2025: { os: "Windows", buildArguments: { WINDOWS_VERSION: "ltsc2025" } },
  linux: { os: "Linux", buildArguments: {} },
};
