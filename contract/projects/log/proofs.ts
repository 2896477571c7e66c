import { LogProblem } from './problem.ts'

/** A hash function, such as the browser's. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array

/** Hashes of leaves and nodes of a Merkle tree (RFC 9162, 2.1.1). */
export const leafHash = (sha256: Sha256, leaf: Uint8Array) => sha256(joined([0], leaf))
export const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array) =>
  sha256(joined([1], left, right))

function joined(...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Leaves from `start` to before `end`, which make a subtree. */
export type Range = readonly [start: number, end: number]

/** The subtrees whose hashes prove that a leaf is in a tree, from the bottom up (RFC 9162, 2.1.3.1). */
export function inclusionRanges(index: number, [start, end]: Range): Range[] {
  if (end - start <= 1) return []
  const middle = start + splitOf(end - start)
  return index < middle
    ? [...inclusionRanges(index, [start, middle]), [middle, end]]
    : [...inclusionRanges(index, [middle, end]), [start, middle]]
}

/** The subtrees whose hashes prove that a tree continues its first `size` leaves (RFC 9162, 2.1.4.1). */
export function consistencyRanges(size: number, [start, end]: Range, isWhole = true): Range[] {
  if (size === end - start) return isWhole ? [] : [[start, end]]
  const middle = start + splitOf(end - start)
  return size <= middle - start
    ? [...consistencyRanges(size, [start, middle], isWhole), [middle, end]]
    : [...consistencyRanges(size - (middle - start), [middle, end], false), [start, middle]]
}

/** The largest power of two below a number of leaves. */
export function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** Throws a LogProblem unless the proof leads from a leaf to the root of a tree (RFC 9162, 2.1.3.2). */
export async function requireInclusion(
  sha256: Sha256,
  { leaf, index, size, proof, root }: Inclusion,
): Promise<void> {
  const refused = new LogProblem('leaf', `entry ${index}`)
  if (index >= size) throw refused
  let [at, last, hash] = [index, size - 1, leaf]
  for (const other of proof) {
    if (last === 0) throw refused
    if (at % 2 === 1 || at === last) {
      hash = await nodeHash(sha256, other, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else hash = await nodeHash(sha256, hash, other)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  if (last !== 0 || !areEqual(hash, root)) throw refused
}

interface Inclusion {
  /** The hash of the leaf. */
  leaf: Uint8Array
  index: number
  size: number
  proof: readonly Uint8Array[]
  root: Uint8Array
}

/** Throws a LogProblem unless the proof leads from the root of a tree to that of a later one (RFC 9162, 2.1.4.2). */
export async function requireContinuation(
  sha256: Sha256,
  before: Tree,
  after: Tree,
  proof: readonly Uint8Array[],
): Promise<void> {
  if (after.size < before.size) throw new LogProblem('shorter')
  if (after.size === before.size) {
    if (!areEqual(before.root, after.root)) throw new LogProblem('history')
    return
  }
  if (before.size === 0) return
  const isPower = splitOf(before.size * 2) === before.size
  const [first, ...others] = isPower ? [before.root, ...proof] : proof
  if (!first) throw new LogProblem('continuation')
  let [at, last] = [before.size - 1, after.size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  let [old, now] = [first, first]
  for (const other of others) {
    if (last === 0) throw new LogProblem('continuation')
    if (at % 2 === 1 || at === last) {
      old = await nodeHash(sha256, other, old)
      now = await nodeHash(sha256, other, now)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else now = await nodeHash(sha256, now, other)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  if (last !== 0 || !areEqual(old, before.root) || !areEqual(now, after.root))
    throw new LogProblem('continuation')
}

/** A tree by its number of leaves and its root. */
export interface Tree {
  size: number
  root: Uint8Array
}

const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
