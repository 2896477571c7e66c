import { ground, ink, onSaffron, rule, saffron, sheet } from '#contract/kit/colours.ts'

/** An email's subject, and its body as HTML and as text. */
export interface Email {
  subject: string
  html: string
  text: string
}

/** What an email says: plain sentences, at most one large code and one button. */
export interface EmailContent {
  subject: string
  paragraphs: string[]
  code?: string
  button?: { label: string; url: string }
}

/** Writes an email as HTML and as text from one content, so that the text always says the same. */
export function writeEmail({ subject, paragraphs, code, button }: EmailContent): Email {
  const lines = [...paragraphs.slice(0, 1), ...(code ? [code] : []), ...paragraphs.slice(1)]
  const text = [...lines, ...(button ? [`${button.label}: ${button.url}`] : []), '', 'Readymade'].join('\n\n')
  const html = page(
    subject,
    [
      ...paragraphs.slice(0, 1).map(paragraph),
      code
        ? `<p style="font:600 32px/1.4 ui-monospace,monospace;letter-spacing:.2em;margin:24px 0">${escape(code)}</p>`
        : '',
      ...paragraphs.slice(1).map(paragraph),
      button
        ? `<p style="margin:24px 0"><a href="${escape(button.url)}" style="${buttonStyle}">${escape(button.label)}</a></p>`
        : '',
    ].join('\n'),
  )
  return { subject, html, text }
}

const buttonStyle = `background:${saffron.light};color:${onSaffron.light};padding:12px 20px;border-radius:4px;text-decoration:none;font-weight:600`
const paragraph = (text: string) => `<p style="margin:0 0 16px;white-space:pre-line">${escape(text)}</p>`
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Light where a mail program knows no more than inline styles; dark where it is dark and reads ours. */
const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title>
<style>@media (prefers-color-scheme:dark){.ground{background:${ground.dark}!important;color:${ink.dark}!important}.sheet{background:${sheet.dark}!important;border-color:${rule.dark}!important}}</style></head>
<body class="ground" style="margin:0;padding:32px 16px;background:${ground.light};color:${ink.light};font:16px/1.6 system-ui,sans-serif">
<div class="sheet" style="max-width:520px;margin:0 auto;background:${sheet.light};border:1px solid ${rule.light};border-radius:6px;padding:32px">
<p style="margin:0 0 24px;font-weight:700">Readymade</p>
${body}
</div></body></html>
`
