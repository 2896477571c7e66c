import { mulDiv } from './money.js';

/** GST slabs in hundredths of a percent. Edit this list when the Council changes the rates. */
export const GST_RATES = [0, 25, 300, 500, 1800, 4000];

/**
 * Tax on one invoice line.
 * Same state: CGST and SGST are each half the rate and are rounded separately,
 * so the two are always equal. Different state: one IGST amount.
 */
export function computeLine({ qtyMilli, pricePaise, discountBps = 0, taxBps }, interState) {
  const gross = mulDiv(qtyMilli, pricePaise, 1000);
  const discount = mulDiv(gross, discountBps, 10000);
  const taxable = gross - discount;
  const half = interState ? 0 : mulDiv(taxable, taxBps, 20000);
  const igst = interState ? mulDiv(taxable, taxBps, 10000) : 0;
  return { gross, discount, taxable, cgst: half, sgst: half, igst, total: taxable + half * 2 + igst };
}

/**
 * Adds up the lines and rounds the grand total to the nearest rupee (section 170
 * of the CGST Act). The difference is shown on the invoice as "Round off".
 */
export function computeTotals(lines, interState) {
  const totals = { gross: 0, discount: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 };
  for (const line of lines) {
    const amounts = computeLine(line, interState);
    for (const key of Object.keys(totals)) totals[key] += amounts[key];
  }
  const grandTotal = mulDiv(totals.total, 1, 100) * 100;
  return { ...totals, tax: totals.cgst + totals.sgst + totals.igst, roundOff: grandTotal - totals.total, grandTotal };
}

/** One row per HSN code and rate, as printed at the foot of the invoice. */
export function summariseByHsn(lines, interState) {
  const rows = new Map();
  for (const line of lines) {
    const key = `${line.hsn}|${line.taxBps}`;
    const row = rows.get(key) ?? { hsn: line.hsn, taxBps: line.taxBps, taxable: 0, cgst: 0, sgst: 0, igst: 0 };
    const amounts = computeLine(line, interState);
    for (const part of ['taxable', 'cgst', 'sgst', 'igst']) row[part] += amounts[part];
    rows.set(key, row);
  }
  return [...rows.values()];
}
