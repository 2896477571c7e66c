/** Raised with every change of what a fingerprint is: present releases are then indexed again. */
export const fingerprintVersion = 1

/** Tokens that one fingerprint stands for, and of how many in a row one is kept: a copy of 55 tokens, some seven lines, is always seen. */
const gram = 24
const window = 32
/** A row of the same few signs, such as a table of numbers, says nothing. */
const minKinds = 7
/** Of a project with more the smallest are kept: the same part of what it shares with another. */
const maxFingerprints = 20_000

/** The largest that a column `integer` holds. */
const maxInteger = 2 ** 31 - 1

/** What is compared of a project: each fingerprint once, at its first place. Lines count from 1, both included. */
export interface Fingerprints {
  files: string[]
  hashes: number[]
  file: number[]
  firstLine: number[]
  lastLine: number[]
  /** Up to this hash every fingerprint of the project is kept. */
  maxHash: number
}

/** The fingerprints of a project's texts by winnowing (Schleimer, Wilkerson, Aiken 2003). */
export function fingerprintsOf(
  texts: Iterable<{ path: string; text: string }>,
  { max = maxFingerprints }: { max?: number } = {},
): Fingerprints {
  const files: string[] = []
  const places = new Map<number, [file: number, firstLine: number, lastLine: number]>()
  for (const { path, text } of texts) {
    const tokens = tokensOf(path, text)
    if (!tokens || tokens.length < gram) continue
    const file = files.push(path) - 1
    const hashes = gramHashes(tokens.map(({ kind }) => kind))
    for (const at of winnowed(hashes)) {
      const hash = hashes[at]!
      if (!places.has(hash)) places.set(hash, [file, tokens[at]!.line, tokens[at + gram - 1]!.line])
    }
  }
  const all = [...places].toSorted(([one], [other]) => one - other)
  const kept = all.slice(0, max)
  return {
    maxHash: kept.length < all.length ? kept.at(-1)![0] : maxInteger,
    files,
    hashes: kept.map(([hash]) => hash),
    file: kept.map(([, [file]]) => file),
    firstLine: kept.map(([, [, line]]) => line),
    lastLine: kept.map(([, [, , line]]) => line),
  }
}

/** A hash for every row of `gram` tokens; NaN for one that says nothing. */
function gramHashes(kinds: number[]): number[] {
  const hashes: number[] = []
  const counts = new Map<number, number>()
  let oldest = 1
  for (let power = 0; power < gram; power++) oldest = Math.imul(oldest, base)
  let hash = 0
  for (const [index, kind] of kinds.entries()) {
    hash = (Math.imul(hash, base) + kind) | 0
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const leaving = kinds[index - gram]
    if (leaving !== undefined) {
      hash = (hash - Math.imul(leaving, oldest)) | 0
      const left = counts.get(leaving)! - 1
      if (left === 0) counts.delete(leaving)
      else counts.set(leaving, left)
    }
    if (index >= gram - 1) hashes.push(counts.size < minKinds ? Number.NaN : mixed(hash))
  }
  return hashes
}

const base = 0x2c1b3c6d

/** Spreads a hash over all its bits, so that the smallest of a window is any of them. */
function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

/** The places of the smallest hash of every window, the last of several that are equal. */
function* winnowed(hashes: number[]): Generator<number> {
  let smallest = -1
  for (let end = Math.min(window, hashes.length); end <= hashes.length; end++) {
    const start = Math.max(0, end - window)
    if (smallest >= start && smallest !== -1) {
      if (!(hashes[end - 1]! <= hashes[smallest]!)) continue
      smallest = end - 1
    } else {
      smallest = -1
      for (let at = start; at < end; at++)
        if (!Number.isNaN(hashes[at]) && (smallest === -1 || hashes[at]! <= hashes[smallest]!)) smallest = at
      if (smallest === -1) continue
    }
    yield smallest
  }
}

/** A piece of source: what it is without its name, and the line it stands in, from 1. */
interface Token {
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
