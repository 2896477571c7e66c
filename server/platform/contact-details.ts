const email = /[^\s@]{1,64}@[^\s@]{1,100}\.[a-z]{2,}/i
/** An Indian mobile number, also in groups. */
const phone = /(?<!\d)(?:\+?91[ -]?|0)?[6-9](?:[ -]?\d){9}(?!\d)/

/** Dots as browsers read them in an address. */
const dot = '[.．。｡]'
const label = `[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?`
/** Endings of addresses that are no endings of the names of files and techniques in questions about code. */
const endings =
  'com|org|net|in|co|io|ly|gl|gg|info|biz|site|online|shop|store|club|xyz|dev|tech|space|website|ru|cn|tk|ga|cf|gq|pk|icu|vip|tv'
/** Endings of files, which may stand before a slash too. */
const files =
  'js|jsx|ts|tsx|mjs|py|php|java|kt|html?|css|scss|sql|sh|rb|rs|go|c|h|cpp|cs|md|json|xml|ya?ml|txt|csv|ipynb|dart|swift|vue|jar|zip|env'
const link = new RegExp(
  [
    // With a scheme, except to the reader's own computer.
    `[a-z][a-z0-9+.-]{1,20}://(?!(?:localhost|127\\.|0\\.0\\.0\\.0|10\\.|192\\.168\\.|\\[::1\\]))[^\\s<>"“”]+`,
    `(?<![\\p{L}\\p{M}\\p{N}.@-])www${dot}[^\\s<>"“”]+`,
    // A name such as shop.example.com, but not ASP.NET or Socket.IO.
    `(?<![\\p{L}\\p{M}\\p{N}@.．。｡/-])(?!(?:asp|vb|ado|ml|c#|socket)${dot}(?:net|io)\\b)(?:${label}${dot})+(?:${endings})(?![\\p{L}\\p{M}\\p{N}-]|${dot}[\\p{L}\\p{M}\\p{N}])(?:[:/?#][^\\s<>"“”]*)?`,
    // Any other name with a path, such as t.me/somebody, but not src.js/index.
    `(?<![\\p{L}\\p{M}\\p{N}@.．。｡/-])(?:${label}${dot})+(?!(?:${files})/)[a-z]{2,24}/[^\\s<>"“”]+`,
    `(?<![\\d.])(?!127\\.|10\\.|192\\.168\\.)\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?/[^\\s<>"“”]*`,
  ].join('|'),
  'giu',
)

/** Tells whether a text has a link, an email or a phone number, also one that is a little disguised. */
export function hasContactDetails(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .replaceAll(/\s{0,3}[[({]\s{0,3}(?:\.|dot)\s{0,3}[\])}]\s{0,3}/gi, '.')
  return plain.search(link) !== -1 || email.test(plain) || phone.test(plain)
}

/** Replaces the links in a text that somebody else wrote, because mail programs make every address a link. */
export const withoutLinks = (text: string): string => text.replaceAll(link, '(link left out)')
