/**
 * Folders that every image of a system has, and whose content is unknown here. Sources: Filesystem Hierarchy Standard 3.0;
 * virtualization-documentation container-base-images.md.
 */
export const baseFolders: Readonly<Record<"windows" | "linux", readonly string[]>> = {
  linux: [
    ...[
      "bin",
      "dev",
      "etc",
      "home",
      "lib",
      "lib64",
      "media",
      "mnt",
      "opt",
      "proc",
      "root",
      "run",
      "sbin",
      "srv",
      "sys",
      "tmp",
    ],
    ...[
      "usr",
      "usr/bin",
      "usr/lib",
      "usr/local",
      "usr/local/bin",
      "usr/local/lib",
      "usr/local/sbin",
      "usr/local/share",
    ],
    ...["usr/sbin", "usr/share", "var", "var/cache", "var/lib", "var/log", "var/tmp"],
  ],
  windows: [
    ...["inetpub", "inetpub/wwwroot", "Program Files", "Program Files (x86)", "ProgramData", "Users"],
    ...["Windows", "Windows/System32", "Windows/Temp"],
  ],
};
