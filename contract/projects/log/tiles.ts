import { LogProblem } from './problem.ts'
import { nodeHash, type Range, type Sha256, splitOf } from './proofs.ts'

/** The entries of a full tile, and the bytes of a hash in it (c2sp.org/tlog-tiles). */
export const tileWidth = 256
const hashBytes = 32

/** Returns the path of a tile of hashes, or with 'entries' of the leaves themselves; `width` is below 256 at the edge. */
export function tilePath(level: number | 'entries', index: number, width = tileWidth): string {
  const [last, ...before] = threes(index).reverse()
  const groups = [...before.reverse().map((group) => `x${group}`), last]
  return `tile/${level}/${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`
}

/** The digits of a number in groups of three. */
const threes = (index: number): string[] =>
  String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/.{3}/g)!

/** The number of hashes at a level of a tree, each of which is that of a full subtree. */
export const levelSize = (level: number, size: number): number => Math.floor(size / tileWidth ** level)

/** How many entries a tile has in a tree of a size. */
export const widthOf = (level: number, index: number, size: number): number =>
  Math.min(tileWidth, levelSize(level, size) - index * tileWidth)

/** Reads the file at a path of the log, such as 'tile/0/000'. Throws a LogProblem when it is missing. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/**
 * Makes a reader of the hashes of subtrees in a tree of a size, from the tiles of a log. What it reads is not trusted: a
 * proof is what shows that it is right. Throws a LogProblem for a tile that is cut off.
 */
export function hashReader(sha256: Sha256, size: number, read: ReadFile) {
  const tiles = new Map<string, Promise<Uint8Array>>()
  const tileAt = (level: number, index: number) => {
    const width = widthOf(level, index, size)
    const path = tilePath(level, index, width)
    if (!tiles.has(path)) tiles.set(path, readTile(path, width))
    return tiles.get(path)!
  }
  const readTile = async (path: string, width: number) => {
    const bytes = await read(path)
    if (bytes.length !== width * hashBytes) throw new LogProblem('tile', path)
    return bytes
  }
  /** The hash of a full subtree of 2^height leaves. */
  const full = async (height: number, index: number): Promise<Uint8Array> => {
    const [level, inside] = [Math.floor(height / 8), height % 8]
    if (inside > 0)
      return nodeHash(sha256, await full(height - 1, index * 2), await full(height - 1, index * 2 + 1))
    const tile = await tileAt(level, Math.floor(index / tileWidth))
    const at = (index % tileWidth) * hashBytes
    return tile.slice(at, at + hashBytes)
  }
  const hashOf = async ([start, end]: Range): Promise<Uint8Array> => {
    const count = end - start
    if (Number.isInteger(Math.log2(count))) return full(Math.log2(count), start / count)
    const middle = start + splitOf(count)
    return nodeHash(sha256, await hashOf([start, middle]), await hashOf([middle, end]))
  }
  return hashOf
}

/** Reads the leaves of a tile of entries. Throws a LogProblem when there are not as many as it should have. */
export function readEntries(bytes: Uint8Array, width: number, path: string): Uint8Array<ArrayBuffer>[] {
  const entries: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at]! * 256 + (bytes[at + 1] ?? 0)
    const entry = bytes.slice(at + 2, at + 2 + length)
    if (entry.length < length || at + 2 > bytes.length) throw new LogProblem('tile', path)
    entries.push(entry)
    at += 2 + length
  }
  if (entries.length !== width) throw new LogProblem('tile', path)
  return entries
}
