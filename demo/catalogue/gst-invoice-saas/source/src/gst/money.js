// Money is always an integer number of paise, quantities are thousandths and
// percentages are hundredths (18% = 1800). No floating point sums anywhere.

/** a * b / divisor, rounded half away from zero. BigInt keeps the product exact. */
export function mulDiv(a, b, divisor) {
  const product = BigInt(a) * BigInt(b);
  const d = BigInt(divisor);
  const half = product < 0n ? -d : d;
  return Number((product * 2n + half) / (2n * d));
}

/** "1,250.5" with places = 2 becomes 125050. Returns null when it is not a plain number. */
export function parseDecimal(text, places) {
  const clean = String(text ?? '').replaceAll(',', '').trim();
  const match = /^(\d{1,10})(?:\.(\d+))?$/.exec(clean);
  if (!match || (match[2] ?? '').length > places) return null;
  return Number(match[1] + (match[2] ?? '').padEnd(places, '0'));
}

/** The reverse of parseDecimal, without trailing zeros: 2500 with places = 3 becomes "2.5". */
export function formatDecimal(value, places) {
  return String(value / 10 ** places);
}

const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholeRupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

export const formatPaise = (paise) => rupees.format(paise / 100);
export const formatRupees = (paise) => `₹${wholeRupees.format(paise / 100)}`;
export const formatPercent = (bps) => `${formatDecimal(bps, 2)}%`;
