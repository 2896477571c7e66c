/** A cell: a text, a number as it is, or an amount in rupees, which has two decimals. */
export type Cell = string | number | { rupees: number }

/** Rows as the text of a CSV file (RFC 4180) that a spreadsheet opens in UTF-8 and in which no text becomes a formula. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  // Through paise, because sums of rupees are a little beside them.
  if (typeof value === 'object') return (Math.round(value.rupees * 100) / 100).toFixed(2)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
