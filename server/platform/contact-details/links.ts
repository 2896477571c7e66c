import tlds from 'tlds' with { type: 'json' }

/** Dots as browsers read them in an address. */
const dot = '[.．。｡]'
const anyDot = new RegExp(dot)
const sign = '[\\p{L}\\p{M}\\p{N}]'
const label = `${sign}(?:[\\p{L}\\p{M}\\p{N}-]{0,61}${sign})?`
const rest = '[^\\s<>"“”]'
const start = '(?<![\\p{L}\\p{M}\\p{N}@.．。｡-])(?<!(?<!/)/)'
/** Hosts without a dot and private networks, which lead to the reader's own computer. */
const ownHost = `(?:localhost\\b|127\\.|0\\.0\\.0\\.0|10\\.|192\\.168\\.|\\[::1\\]|[a-z_-][\\w-]*(?![\\p{L}\\p{M}\\p{N}.．。｡_-]))`

const candidates = new RegExp(
  [
    `[a-z][a-z0-9+.-]{1,20}://(?!(?:[^\\s/@]{0,100}@)?${ownHost})[^\\s<>"“”.]${rest}*`,
    `${start}www${dot}${rest}+`,
    `(?<![\\d.])(?!127\\.|10\\.|192\\.168\\.)\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?/${rest}*`,
    `${start}(?<host>(?:${label}${dot})+${label})(?!_)(?<path>\\((?=\\s*[\\w'"]*\\s*[,)])|:\\d+\\b${rest}*|[/?#]${rest}*)?`,
  ].join('|'),
  'giu',
)

const words = (list: string) => new Set(list.split(/\s+/))

/** Techniques whose name has an ending of addresses. */
const techniques = words(
  `asp.net vb.net ado.net ml.net c#.net csharp.net f#.net json.net quartz.net microsoft.net paint.net aforge.net
  accord.net emgu.net lucene.net socket.io draw.io itch.io keras.io fast.ai data.world bolt.new
  java.net system.net system.in`,
)
/** First names of dotted names in code: packages, files, and what methods are called on. */
const codeNames = words(
  `java javax jakarta kotlin scala android androidx system com org net edu gov this self super req request res response
  window document event obj object item user data np pd plt tf df os sys math console process config settings spring
  dockerfile`,
)
/** Endings of files that are endings of addresses too. */
const files = words('py rs sh md zip mov pl pm ps cc ml mk properties java so map pt')
/** Endings of addresses that are more often members in code, or words after a full stop without its space. */
const doubtful = words(
  `email id name data post target management phone city country day group weather center black date show style author
  total top next coupon read search red support bar discount media stream blue select mobile doctor review reviews book
  tax fit open run call play save box tab menu photo foo contact tf st pub cat dot inc as gd cl cr vi ms
  am at be by do how is it like my no now one you new here ye pe se us best love works work thanks college school`,
)
/** Endings that no member in code has, and after which a bracket begins a remark, not a call. */
const commonEndings = words('com in org net co shop store online site xyz')
/** Endings that are words with which a sentence begins. */
const sentenceStarts = words(
  'in my im us as so to on an man today money buy help fast download zero cheap report',
)
const endings = new Set(tlds)

/** Tells whether a dotted name leads to a page, by what follows it. */
function leadsAway(host: string, path: string, after: string): boolean {
  const written = host.split(anyDot)
  const hasWordBehind = hasNextSentence.test(host) || isAddressAndWord.test(host)
  if (written.length > 2 && hasWordBehind && !endings.has(written.at(-1)!.toLowerCase()))
    return leadsAway(written.slice(0, -1).join('.'), '', '')
  const names = written.map((name) => name.toLowerCase())
  const name = names.join('.')
  const ending = names.at(-1)!
  if (names.some((one) => one.startsWith('xn--'))) return true
  if (!endings.has(ending) || files.has(ending) || techniques.has(name) || isDegree.test(name)) return false
  if (path.startsWith('(') && !commonEndings.has(ending)) return false
  if (path.length > 1 && !path.startsWith('(')) return true
  if (codeNames.has(names[0]!) && !commonEndings.has(ending)) return false
  const isSentence = beginsSentence(ending) && hasNextSentence.test(host) && /^\s+\p{L}/u.test(after)
  return !doubtful.has(ending) && !isSentence
}

/** A sentence that begins without a space, as in 'it works.In the'. */
const hasNextSentence = /(?:^|[^\p{L}])\p{Ll}+\.\p{Lu}\p{Ll}*$/u
const isAddressAndWord = /\.(?:com|in|org)\.[^.]*$/i
const isDegree = /^[bmd]\.(?:tech|com|sc|ed|arch|pharm)(?:\.\w+)?$/

/** Replaces the links in a text. */
export const replaceLinks = (text: string, replacement: string): string =>
  text.replaceAll(candidates, (found: string, ...others: unknown[]) => {
    const { host, path = '' } = others.at(-1) as { host?: string; path?: string }
    const end = (others.at(-3) as number) + found.length
    return host === undefined || leadsAway(host, path, text.slice(end, end + 3)) ? replacement : found
  })

/** Tells whether a word after a dot with spaces ends an address, and does not begin a sentence. */
export function endsAddress(word: string, path: string): boolean {
  const ending = word.toLowerCase()
  if (!endings.has(ending) || files.has(ending) || doubtful.has(ending) || ending === 'net') return false
  return path !== '' || ending.length > 2 || shortEndings.has(ending)
}
/** Tells whether a word begins a sentence more often than it ends an address. */
export const beginsSentence = (word: string): boolean => sentenceStarts.has(word.toLowerCase())

/** Endings of two letters that are known from addresses and are no words. */
const shortEndings = words('in co io ly gg gl tv ai')
