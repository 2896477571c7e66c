import { quiet, rule } from '#contract/kit/colours.ts'

/** One thing with its amount, as receipts list them; `details` are words that are not to be broken. */
export interface EmailRow {
  label: string
  details?: string[]
  amount: string
}

/** The rows as lines of text. */
export const rowsAsText = (rows: readonly EmailRow[]) =>
  rows
    .map(({ label, details, amount }) => `${label}: ${amount}${details ? ` (${details.join(', ')})` : ''}`)
    .join('\n')

/** The rows as a ruled table. A mail program knows neither grid nor flex. */
export const rowsAsHtml = (rows: readonly EmailRow[], escape: (text: string) => string) =>
  `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows
    .map(
      ({ label, details, amount }) =>
        `<tr><td class="row" style="${cell}">${details ? escape(label) : `<b>${escape(label)}</b>`}${
          details
            ? `<br><span class="quiet" style="${small}">${details.map((part) => `<span style="white-space:nowrap">${escape(part)}</span>`).join(', ')}</span>`
            : ''
        }</td><td class="row" style="${cell};${right}">${details ? escape(amount) : `<b>${escape(amount)}</b>`}</td></tr>`,
    )
    .join('')}</table>`

const cell = `padding:10px 0;border-top:1px solid ${rule.light};border-bottom:1px solid ${rule.light};vertical-align:top`
const right = 'padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums'
const small = `font-size:13px;color:${quiet.light}`
