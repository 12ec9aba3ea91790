/** Those whose request bodies the emulator knows property by property. */
export const containerServiceApiVersions: readonly string[] = ["2025-09-01", "2026-02-01"];
