import { ground, ink, onSaffron, quiet, rule, saffron, sheet } from '#contract/kit/colours.ts'

import { withoutLinks } from '../contact-details/contact-details.ts'

/** An email's subject, and its body as HTML and as text. */
export interface Email {
  subject: string
  html: string
  text: string
}

/** The content of an email: plain sentences, rows with amounts, at most one large code and one button. */
export interface EmailContent {
  subject: string
  /** Sentences may quote what members wrote, so links in them are left out; those of `byStaff` stay. */
  paragraphs: (string | EmailRow[] | { byStaff: string })[]
  code?: string
  button?: { label: string; url: string }
}

/** The footer of every email: why its reader gets it, and how to unsubscribe. */
interface EmailFooter {
  /** Ends the sentence 'You get this because …'. */
  why: string
  unsubscribeUrl?: string | undefined
}

const unsubscribeLabel = 'Switch these emails off'

/** Writes an email as HTML and as text from one content, so that both say the same. */
export function writeEmail(
  { subject: line, paragraphs, code, button }: EmailContent,
  { why, unsubscribeUrl }: EmailFooter,
): Email {
  const subject = withoutLinks(line)
  const [first = '', ...others] = paragraphs.map(toPart)
  const because = `You get this because ${why}.`
  const text = [
    asText(first),
    ...(code ? [code] : []),
    ...others.map(asText),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `-- \nReadymade\n${because}${unsubscribeUrl ? `\n${unsubscribeLabel}: ${unsubscribeUrl}` : ''}`,
  ].join('\n\n')
  const html = page(
    subject,
    [
      asHtml(first),
      code ? `<p style="${codeStyle}">${escape(code)}</p>` : '',
      ...others.map(asHtml),
      button
        ? `<p style="margin:24px 0 8px"><a href="${escape(button.url)}" style="${buttonStyle}">${escape(button.label)}</a></p>`
        : '',
    ].join('\n'),
    `${escape(because)}${
      unsubscribeUrl
        ? `<br><a class="quiet" href="${escape(unsubscribeUrl)}" style="color:${quiet.light}">${unsubscribeLabel}</a>`
        : ''
    }`,
  )
  return { subject, html, text }
}

const toPart = (paragraph: EmailContent['paragraphs'][number]) => {
  if (typeof paragraph === 'string') return withoutLinks(paragraph)
  if ('byStaff' in paragraph) return paragraph.byStaff
  return paragraph.map((row) => ({ ...row, label: withoutLinks(row.label) }))
}

const codeStyle =
  'font:600 32px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.2em;margin:24px 0'
const buttonStyle = `display:inline-block;background:${saffron.light};color:${onSaffron.light};padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600`
/** The hole of the mark's tag, drawn with CSS, because a picture would have to be fetched. */
const holeIn = (colour: string) => `radial-gradient(circle at 50% 28%,${colour} 2px,transparent 2.5px)`
const markStyle = `display:inline-block;width:13px;height:16px;margin-right:8px;border-radius:3px;vertical-align:-2px;background-color:${saffron.light};background-image:${holeIn(sheet.light)}`
const asText = (part: string | EmailRow[]) => (typeof part === 'string' ? part : rowsAsText(part))
const asHtml = (part: string | EmailRow[]) =>
  typeof part === 'string'
    ? `<p style="margin:0 0 16px;white-space:pre-line">${partsWhole(escape(part))}</p>`
    : rowsAsHtml(part, escape)
/** Keeps an order's, invoice's or report's number, a date with its year, and a masked account number on one line. */
const partsWhole = (html: string) =>
  html.replace(
    /\b(?:[A-Z]{1,5}[-/][\d/-]*\d{6}|\d{1,2} [A-Z][a-z]{2,8} \d{4})\b|•{4} \d+\b/g,
    '<span style="white-space:nowrap">$&</span>',
  )
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Colours for mail programs that are dark and support a style sheet; others show the light inline styles. Everything is
 * on the sheet's colour, because the dark ground's hex is six digits, which programs that look for a code would find
 * first.
 */
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:${sheet.dark}!important;color:${ink.dark}!important}.sheet{background:${sheet.dark}!important;border-color:${rule.dark}!important}.row{border-color:${rule.dark}!important}.footer{border-color:${rule.dark}!important;color:${quiet.dark}!important}.quiet{color:${quiet.dark}!important}.mark{background-image:${holeIn(sheet.dark)}!important}}`

const page = (title: string, body: string, footer: string) => `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title><style>${darkStyle}</style></head>
<body class="ground" style="margin:0;padding:0;background:${ground.light};color:${ink.light}">
<div class="ground" style="padding:24px 16px;background:${ground.light};color:${ink.light};font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="sheet" style="max-width:520px;margin:0 auto;background:${sheet.light};border:1px solid ${rule.light};border-radius:6px;padding:24px;overflow-wrap:break-word">
<p style="margin:0 0 24px;font-weight:700;font-size:18px;letter-spacing:-.02em"><span class="mark" style="${markStyle}"></span>Readymade</p>
${body}
<p class="footer" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${rule.light};font-size:13px;line-height:1.6;color:${quiet.light}">${footer}</p>
</div></div></body></html>
`

/** A line of a receipt with its amount; each of the `details` stays on one line. */
interface EmailRow {
  label: string
  details?: string[]
  amount: string
}

/** Writes the rows as lines of text. */
const rowsAsText = (rows: readonly EmailRow[]) =>
  rows
    .map(({ label, details, amount }) => `${label}: ${amount}${details ? ` (${details.join(', ')})` : ''}`)
    .join('\n')

/** Writes the rows as a ruled table, because mail programs support neither grid nor flex. */
const rowsAsHtml = (rows: readonly EmailRow[], escape: (text: string) => string) =>
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
