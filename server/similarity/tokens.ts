/** A piece of source: what it is without its name, and the line it stands in, from 1. */
export interface Token {
  kind: number
  line: number
}

const string = String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|` + '`(?:[^`\\\\]|\\\\[^])*`?'
const long = String.raw`"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))`
const rest = String.raw`|(?<number>\d[\w.]*)|(?<word>[\p{L}_$@][\p{L}\p{N}_$-]*)|(?<sign>[^\s\w])`
const block = String.raw`\/\*[^]*?(?:\*\/|(?![^]))`
const patternOf = (comment: string, strings = string) =>
  new RegExp(
    `(?<comment>${comment})|(?<string>${strings})${rest.replace('_$-]*)|(?<sign>', strings === string ? '_$]*)|(?<sign>' : '_$]*)|(?<sign>')}`,
    'gu',
  )

const patterns = {
  c: patternOf(String.raw`\/\/[^\n]*|${block}`),
  php: patternOf(String.raw`\/\/[^\n]*|#(?!\[)[^\n]*|${block}`),
  python: patternOf(String.raw`#[^\n]*`, `${long}|${string}`),
  sql: patternOf(String.raw`--[^\n]*|#[^\n]*|${block}`),
  markup: patternOf(String.raw`<!--[^]*?(?:-->|(?![^]))`),
}
const endings: Record<keyof typeof patterns, string> = {
  c: 'js mjs cjs jsx ts mts cts tsx java kt kts cs c h cpp cc hpp go rs swift dart gradle groovy scala',
  php: 'php phtml inc',
  python: 'py pyw rb r jl',
  sql: 'sql',
  markup: 'html htm vue svelte jsp ejs hbs cshtml',
}
const familyOf = new Map(
  Object.entries(endings).flatMap(([family, all]) =>
    all.split(' ').map((ending) => [ending, family as keyof typeof patterns]),
  ),
)

/** What keeps its name, because the language gives it. */
const keywords = new Set(
  `abstract and as async await base begin bool boolean break by byte case catch char class const continue create def default
  defer delete do double elif else end enum except export extends false final finally float fn for foreach from func function global
  go goto if implements import in include insert instanceof int interface into is join key lambda let long match mut namespace new nil
  none not null number object or order override package pass primary private protected public raise readonly ref require require_once
  return select self set short static string struct super switch table then this throw throws trait true try type typeof update use
  using val values var virtual void volatile when where while with yield`.split(/\s+/),
)

/** The tokens of a source file; undefined for one that is not compared, because it is no code or was not written by hand. */
export function tokensOf(path: string, text: string): Token[] | undefined {
  const family = familyOf.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
  if (!family || isForeign.test(path) || isGenerated(text)) return undefined
  const tokens: Token[] = []
  let [line, counted] = [1, 0]
  for (const { index, groups } of text.matchAll(patterns[family])) {
    if (groups!.comment !== undefined) continue
    for (let at = text.indexOf('\n', counted); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
      line++
      counted = at + 1
    }
    tokens.push({ kind: kindOf(groups!, family === 'markup'), line })
  }
  return tokens
}

/** Libraries that lie in a project, and what tools write. */
const isForeign =
  /(?:^|\/)(?:vendor|node_modules|bower_components|third[_-]party|plugins?|dist|build|migrations)\/|[.-]min\.|(?:^|\/)(?:jquery|bootstrap|popper|chart|swiper|aos|three|d3|leaflet|moment|select2|datatables)[\w.-]*\.(?:js|ts)$/i

const isGenerated = (text: string) =>
  text.length > 2000 && text.length / (text.split('\n', 100_000).length || 1) > 300

function kindOf(
  { string, number, word, sign }: Record<string, string | undefined>,
  namesStay: boolean,
): number {
  if (string !== undefined) return 1
  if (number !== undefined) return 2
  if (word === undefined) return 1000 + sign!.codePointAt(0)!
  const name = word.toLowerCase()
  return namesStay || keywords.has(name) ? hashOf(name) : 3
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
