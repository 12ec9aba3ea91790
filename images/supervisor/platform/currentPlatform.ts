import { linux } from "./linux";
import type { Platform } from "./platform";
import { windows } from "./windows";

export function currentPlatform(): Platform {
  return process.platform === "win32" ? windows() : linux;
}
