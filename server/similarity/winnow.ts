import { tokensOf } from './tokens.ts'

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
