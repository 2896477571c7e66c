/** A piece of source: what it is without its name, and the line it stands in, from 1. */
export interface Token {
  kind: number
  line: number
}

const string = String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|` + '`(?:[^`\\\\]|\\\\[^])*`?'
const long = String.raw`"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))`
const block = String.raw`\/\*[^]*?(?:\*\/|(?![^]))`
/** Of a comment, which is left out, or in this order: a string, a number, a word, a sign. No part is tried twice, so time is linear. */
const patternOf = (comment: string, strings = string) =>
  new RegExp(String.raw`${comment}|(${strings})|(\d[\w.]*)|([\p{L}_$@][\p{L}\p{N}_$]*)|([^\s\w])`, 'gu')

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

/** Whether the tokens of a file are compared: it is code, and neither a library that lies in a project nor what tools write. */
export const isCompared = (path: string): boolean => familyAt(path) !== undefined && !isForeign.test(path)

/** The tokens of a source file, without comments; undefined for one that is not compared or was not written by hand. */
export function tokensOf(path: string, text: string): Token[] | undefined {
  const family = familyAt(path)
  if (!family || isForeign.test(path) || isGenerated(text)) return undefined
  const tokens: Token[] = []
  let [line, lineEnd] = [1, text.indexOf('\n')]
  for (const match of text.matchAll(patterns[family])) {
    const [, string, number, word, sign] = match
    // Each end of a line is looked for once: a line of 250,000 characters is not read again for each of its tokens.
    while (lineEnd !== -1 && lineEnd < match.index) {
      line++
      lineEnd = text.indexOf('\n', lineEnd + 1)
    }
    if (string !== undefined) tokens.push({ kind: 1, line })
    else if (number !== undefined) tokens.push({ kind: 2, line })
    else if (word !== undefined) tokens.push({ kind: kindOf(word, family === 'markup'), line })
    else if (sign !== undefined) tokens.push({ kind: 1000 + sign.codePointAt(0)!, line })
  }
  return tokens
}

const familyAt = (path: string) => familyOf.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())

const isForeign =
  /(?:^|\/)(?:vendor|node_modules|bower_components|third[_-]party|plugins?|dist|build|migrations)\/|[.-]min\.|(?:^|\/)(?:jquery|bootstrap|popper|chart|swiper|aos|three|d3|leaflet|moment|select2|datatables)(?:[.-][\w.-]*)?\.(?:js|ts)$/i

const isGenerated = (text: string) => text.length > 2000 && text.length / text.split('\n').length > 300

/** A name says nothing, whatever it is; what the language gives keeps its own. */
function kindOf(word: string, namesStay: boolean): number {
  const name = word.toLowerCase()
  return namesStay || keywords.has(name) ? hashOf(name) : 3
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
