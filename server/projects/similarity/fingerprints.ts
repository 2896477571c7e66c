import { notebookLines } from '../findings/manifests/notebooks.ts'
import type { UploadedFile } from '../foreign/files.ts'
import { foreignFiles } from '../foreign/foreign.ts'
import { libraryFile } from '../foreign/libraries.ts'

/**
 * The version of fingerprints. Raise it with every change of what a fingerprint is, so that present releases are
 * indexed again.
 */
export const fingerprintVersion = 3

/**
 * Tokens of one fingerprint, and grams of a window from which one is chosen: a copy of 55 tokens, some seven lines, is
 * always found.
 */
const gram = 24
const window = 32
/** A gram with fewer different tokens, such as in a table of numbers, is no evidence of copying. */
const minKinds = 7
/**
 * In a larger project only the smallest hashes are kept, so that two projects keep the same part of what they share.
 */
const maxFingerprints = 20_000

/** The largest that a column `integer` holds. */
const maxInteger = 2 ** 31 - 1

/** The fingerprints of a project: each one once, at its first place. Lines count from 1, both included. */
export interface Fingerprints {
  files: string[]
  hashes: number[]
  file: number[]
  firstLine: number[]
  lastLine: number[]
  /** The highest hash up to which all fingerprints of the project are kept. */
  maxHash: number
}

/**
 * The fingerprints of what the owner of a project wrote, by winnowing (Schleimer, Wilkerson, Aiken 2003). Files without
 * text only show what is beside them.
 */
export function fingerprintsOf(
  all: readonly UploadedFile[],
  { max = maxFingerprints }: { max?: number } = {},
): Fingerprints {
  const files: string[] = []
  const places = new Map<number, [file: number, firstLine: number, lastLine: number]>()
  const foreign = foreignFiles(all)
  for (const { path, text } of all) {
    const tokens = text === undefined || foreign.has(path) ? undefined : tokensOf(path, text)
    if (!tokens || tokens.length < gram) continue
    const file = files.push(path) - 1
    const hashes = gramHashes(tokens.map(({ kind }) => kind))
    for (const at of winnowed(hashes)) {
      const hash = hashes[at]!
      if (!places.has(hash)) places.set(hash, [file, tokens[at]!.line, tokens[at + gram - 1]!.line])
    }
  }
  const sorted = [...places].toSorted(([one], [other]) => one - other)
  const kept = sorted.slice(0, max)
  return {
    maxHash: kept.length < sorted.length ? kept.at(-1)![0] : maxInteger,
    files,
    hashes: kept.map(([hash]) => hash),
    file: kept.map(([, [file]]) => file),
    firstLine: kept.map(([, [, line]]) => line),
    lastLine: kept.map(([, [, , line]]) => line),
  }
}

/** The hash of every gram; NaN for one with too few different tokens. */
function gramHashes(kinds: number[]): number[] {
  const hashes: number[] = []
  const counts = new Map<number, number>()
  let oldest = 1
  for (let power = 0; power < gram; power++) oldest = Math.imul(oldest, base)
  let hash = 0
  for (const [index, kind] of kinds.entries()) {
    hash = (Math.imul(hash, base) + kind) | 0
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const removed = kinds[index - gram]
    if (removed !== undefined) {
      hash = (hash - Math.imul(removed, oldest)) | 0
      const remaining = counts.get(removed)! - 1
      if (remaining === 0) counts.delete(removed)
      else counts.set(removed, remaining)
    }
    if (index >= gram - 1) hashes.push(counts.size < minKinds ? Number.NaN : mixed(hash))
  }
  return hashes
}

const base = 0x2c1b3c6d

/** Mixes the bits of a hash, so that the smallest of a window is not always of the same tokens. */
function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

/** The indexes of the smallest hash of every window, the last of several equal ones. */
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

/** A token: its kind, without a name, and its line, from 1. */
interface Token {
  kind: number
  line: number
}

const string = String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|` + '`(?:[^`\\\\]|\\\\[^])*`?'
const longString = String.raw`"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))`
const block = String.raw`\/\*[^]*?(?:\*\/|(?![^]))`
/**
 * A pattern of comments, which have no group, and of strings, numbers, words and signs, in this order. It never
 * backtracks, so time is linear.
 */
const patternOf = (comment: string, strings = string) =>
  new RegExp(String.raw`${comment}|(${strings})|(\d[\w.]*)|([\p{L}_$@][\p{L}\p{N}_$]*)|([^\s\w])`, 'gu')

const patterns = {
  c: patternOf(String.raw`\/\/[^\n]*|${block}`),
  php: patternOf(String.raw`\/\/[^\n]*|#(?!\[)[^\n]*|${block}`),
  python: patternOf(String.raw`#[^\n]*`, `${longString}|${string}`),
  sql: patternOf(String.raw`--[^\n]*|#[^\n]*|${block}`),
  markup: patternOf(String.raw`<!--[^]*?(?:-->|(?![^]))`),
  // A quote inside a string is doubled, and a single one begins a comment.
  basic: patternOf(String.raw`'[^\n]*|\bREM [^\n]*`, String.raw`"(?:[^"\n]|"")*"?`),
}
const endings: Record<keyof typeof patterns, string> = {
  c: 'js mjs cjs jsx ts mts cts tsx java kt kts cs c h cpp cc hpp go rs swift dart gradle groovy scala',
  php: 'php phtml inc',
  python: 'py pyw rb r jl ipynb',
  sql: 'sql',
  markup: 'html htm vue svelte jsp ejs hbs cshtml',
  basic: 'vb bas',
}
const familyOf = new Map(
  Object.entries(endings).flatMap(([family, all]) =>
    all.split(' ').map((ending) => [ending, family as keyof typeof patterns]),
  ),
)

/** Words whose names count, because they belong to the languages. */
const keywords = new Set(
  `abstract and as async await base begin bool boolean break by byte case catch char class const continue create def default
  defer delete do double elif else end enum except export extends false final finally float fn for foreach from func function global
  go goto if implements import in include insert instanceof int interface into is join key lambda let long match mut namespace new nil
  none not null number object or order override package pass primary private protected public raise readonly ref require require_once
  return select self set short static string struct super switch table then this throw throws trait true try type typeof update use
  using val values var virtual void volatile when where while with yield`.split(/\s+/),
)

/** The words of Visual Basic whose names count. */
const basicKeywords = new Set(
  `addhandler andalso byref byval dim elseif exit friend handles imports inherits isnot loop me module mybase next nothing orelse
  property raiseevent redim select shared stop sub then until when withevents`.split(/\s+/),
)

/**
 * Tells whether the tokens of a file are compared, as far as its path shows: it is code, and not named as a library.
 * Its content may show more.
 */
export const isCompared = (path: string): boolean => familyAt(path) !== undefined && !libraryFile({ path })

/** The tokens of a source file, without comments; undefined for one that is not code. */
export function tokensOf(path: string, text: string): Token[] | undefined {
  const family = familyAt(path)
  if (!family) return undefined
  if (path.toLowerCase().endsWith('.ipynb')) return notebookTokens(text)
  return tokensIn(family, withoutDesigner(text))
}

function tokensIn(family: Family, text: string): Token[] {
  const tokens: Token[] = []
  let [line, lineEnd] = [1, text.indexOf('\n')]
  for (const match of text.matchAll(patterns[family])) {
    const [, string, number, word, sign] = match
    // Each line end is searched for once, so that a very long line is not read again for each of its tokens.
    while (lineEnd !== -1 && lineEnd < match.index) {
      line++
      lineEnd = text.indexOf('\n', lineEnd + 1)
    }
    if (string !== undefined) tokens.push({ kind: 1, line })
    else if (number !== undefined) tokens.push({ kind: 2, line })
    else if (word !== undefined) tokens.push({ kind: kindOf(word, family), line })
    else if (sign !== undefined) tokens.push({ kind: 1000 + sign.codePointAt(0)!, line })
  }
  return tokens
}

/** The tokens of a notebook's code, with the lines of its file. */
function notebookTokens(notebook: string): Token[] {
  const lines = notebookLines(notebook).filter(({ text }) => !/^\s*[!%]/.test(text))
  const code = lines.map(({ text }) => text).join('\n')
  return tokensIn('python', code).map(({ kind, line }) => ({ kind, line: lines[line - 1]?.line ?? 1 }))
}

/** Blanks the code that the designers of NetBeans, WindowBuilder and Visual Studio write into a file. */
const withoutDesigner = (text: string) => text.replace(designed, (part) => part.replace(/[^\n]/g, ' '))
const designed =
  /\/\/\s?GEN-BEGIN[^]*?(?:\/\/\s?GEN-END[^\n]*|(?![^]))|<editor-fold[^\n]{0,200}Generated Code[^]*?(?:<\/editor-fold>|(?![^]))|#region\s{1,4}"?(?:Windows (?:Form )?Designer|Component Designer|Web Form Designer) generated code[^]*?(?:#end ?region|(?![^]))/gi

type Family = keyof typeof patterns
const familyAt = (path: string) => familyOf.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())

/** Gives all names one kind, because a copy may rename them; words of the language have kinds of their own. */
function kindOf(word: string, family: Family): number {
  const name = word.toLowerCase()
  const isKeyword = keywords.has(name) || (family === 'basic' && basicKeywords.has(name))
  return family === 'markup' || isKeyword ? hashOf(name) : 3
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
