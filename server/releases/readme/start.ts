/** How a rendered README begins: the text of its first paragraphs, cut at a word within 320 characters. Null when it has none. */
export function readmeStart(html: string): string | null {
  let text = ''
  for (const [, paragraph] of html.slice(0, maxHtml).matchAll(/<p>(.*?)<\/p>/gs)) {
    const words = plain(paragraph!)
    // What is left of a row of badges, a contents list's heading and the like says nothing.
    if (/\p{L}{2}.*\s.*\p{L}{2}/u.test(words)) text += `${text && ' '}${words}`
    if (text.length > max) break
  }
  if (text === '') return null
  return text.length <= max ? text : `${text.slice(0, max).replace(/\s+\S*$/, '')}…`
}

/** Without elements and with its signs as they are; of our own renderer's HTML, and shown as text only. */
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => signs[entity]!)
    .replace(/\s+/g, ' ')
    .trim()

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const max = 320
const maxHtml = 16 * 1024
