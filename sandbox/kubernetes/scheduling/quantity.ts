/** Factors of Kubernetes' quantity suffixes (k8s.io/apimachinery/pkg/api/resource). */
const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * The number that a quantity such as "250m", "4Gi" or "1e3" stands for: cores, bytes or a count.
 * @throws Error when the text is no quantity.
 */
export function quantity(text: string): number {
  const [, digits, suffix] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(\p{L}*)$/u.exec(text.trim()) ?? [];
  const factor = factors[suffix ?? "?"];
  if (digits === undefined || factor === undefined) {
    throw new Error(`"${text}" is not a quantity.`);
  }
  return Number(digits) * factor;
}
