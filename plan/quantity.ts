/** Reads a Kubernetes processor quantity, `2`, `0.5` or `500m`, as cores. Absent when it is none. */
export function parseCpu(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(m?)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const cores = Number(number) / (unit === "m" ? 1000 : 1);
  return cores > 0 && Math.abs(cores * 1000 - Math.round(cores * 1000)) < 1e-9 ? cores : undefined;
}
