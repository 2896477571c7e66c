import type { UploadedFile } from '../foreign/files.ts'
import { foreignFiles } from '../foreign/foreign.ts'
import { commonCode } from './common-code.ts'
import { isNamedCode } from './modes.ts'
import { codeOf, type Token } from './tokens.ts'

/**
 * The version of fingerprints. Raise it with every change of what a fingerprint is, so that present releases are
 * indexed again.
 */
export const fingerprintVersion = 6

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
  /** Whether the owner wrote it, and not somebody whose library, framework or template they use. */
  isOwn: boolean[]
  /** The highest hash up to which all fingerprints of the project are kept. */
  maxHash: number
  /** The bytes of its code, and of those files of it that could be read as code. */
  codeBytes: number
  comparedBytes: number
}

/**
 * The fingerprints of a project's code, by winnowing (Schleimer, Wilkerson, Aiken 2003). Files without text only show
 * what is beside them.
 */
export function fingerprintsOf(
  all: readonly UploadedFile[],
  { max = maxFingerprints }: { max?: number } = {},
): Fingerprints {
  const files: string[] = []
  const places = new Map<number, Place>()
  let [codeBytes, comparedBytes] = [0, 0]
  const [foreign, common] = [foreignFiles(all), commonCode()]
  // What the owner wrote comes first: a fingerprint that others' code has too is theirs.
  for (const { path, size = 0, text, isCut } of all.toSorted(
    (one, other) => Number(foreign.has(one.path)) - Number(foreign.has(other.path)),
  )) {
    const code = text === undefined ? undefined : codeOf(path, text)
    const bytes = (isCut ? undefined : code?.bytes) ?? size
    const isRead = code !== undefined && code.read * bytesPerToken >= bytes
    if (code || isNamedCode(path)) codeBytes += bytes
    if (isRead) comparedBytes += isCut ? text!.length : bytes
    const tokens = code?.tokens
    if (!tokens || tokens.length < gram) continue
    const file = files.push(path) - 1
    const designed = foreign.has(path) ? [] : designedIn(text!)
    for (const { hash, first, last } of gramsIn(tokens)) {
      if (places.has(hash) || common.has(hash)) continue
      const isOwn = !foreign.has(path) && !designed.some(({ from, to }) => from <= first && last <= to)
      places.set(hash, { file, first, last, isOwn })
    }
  }
  const sorted = [...places].toSorted(([one], [other]) => one - other)
  const kept = sorted.slice(0, max)
  return {
    codeBytes,
    comparedBytes,
    maxHash: kept.length < sorted.length ? kept.at(-1)![0] : maxInteger,
    files,
    hashes: kept.map(([hash]) => hash),
    file: kept.map(([, { file }]) => file),
    firstLine: kept.map(([, { first }]) => first),
    lastLine: kept.map(([, { last }]) => last),
    isOwn: kept.map(([, { isOwn }]) => isOwn),
  }
}

/** The fingerprints of a file of code, chosen by winnowing, with their lines. */
function* gramsIn(tokens: readonly Token[]): Generator<{ hash: number; first: number; last: number }> {
  const hashes = gramHashes(tokens.map(({ kind }) => kind))
  for (const at of winnowed(hashes))
    yield { hash: hashes[at]!, first: tokens[at]!.line, last: tokens[at + gram - 1]!.line }
}

/** The fingerprints of a single file; none for one that is no code. */
export const gramsOf = (path: string, source: string): number[] =>
  [...gramsIn(codeOf(path, source)?.tokens ?? [])].map(({ hash }) => hash)

/** The lines that the designers of NetBeans, WindowBuilder and Visual Studio write into a file. */
function designedIn(text: string): { from: number; to: number }[] {
  let [line, at] = [1, 0]
  const lineAt = (index: number) => {
    for (; at < index; at++) if (text.charCodeAt(at) === 10) line++
    return line
  }
  return [...text.matchAll(designed)].map(({ 0: part, index }) => ({
    from: lineAt(index),
    to: lineAt(index + part.length),
  }))
}
const designed =
  /\/\/\s?GEN-BEGIN[^]*?(?:\/\/\s?GEN-END[^\n]*|(?![^]))|<editor-fold[^\n]{0,200}Generated Code[^]*?(?:<\/editor-fold>|(?![^]))|#region\s{1,4}"?(?:Windows (?:Form )?Designer|Component Designer|Web Form Designer) generated code[^]*?(?:#end ?region|(?![^]))/gi

/** A file with fewer tokens holds its code in another form, such as one long string. */
const bytesPerToken = 200

interface Place {
  file: number
  first: number
  last: number
  isOwn: boolean
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
