import { hash } from 'node:crypto'

import { splitOf } from '#contract/projects/log/proofs.ts'
import { levelSize, tilePath, tileWidth, widthOf } from '#contract/projects/log/tiles.ts'

/** The hash of a leaf (RFC 9162, 2.1.1). */
export const hashOfLeaf = (leaf: string): Buffer =>
  hash('sha256', Buffer.concat([leafPrefix, Buffer.from(leaf)]), 'buffer')

const leafPrefix = Buffer.from([0])
const nodePrefix = Buffer.from([1])
const nodeOf = (left: Buffer, right: Buffer) =>
  hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer')

/** A Merkle tree of leaves, of which the hashes are given in their order. */
export class MerkleTree {
  /** The hashes of full subtrees, by the height of these. */
  readonly #heights: Buffer[][]

  constructor(leaves: Buffer[]) {
    this.#heights = [leaves]
    for (let below = leaves; below.length > 1; below = this.#heights.at(-1)!)
      this.#heights.push(
        Array.from({ length: Math.floor(below.length / 2) }, (_, at) =>
          nodeOf(below[at * 2]!, below[at * 2 + 1]!),
        ),
      )
  }

  get size(): number {
    return this.#heights[0]!.length
  }

  /** The root of the first `size` leaves, in base64 as checkpoints have it. */
  root(size = this.size): string {
    return (size === 0 ? hash('sha256', '', 'buffer') : this.#hashOf(0, size)).toString('base64')
  }

  #hashOf(start: number, end: number): Buffer {
    const count = end - start
    const height = Math.log2(count)
    if (Number.isInteger(height)) return this.#heights[height]![start / count]!
    const middle = start + splitOf(count)
    return nodeOf(this.#hashOf(start, middle), this.#hashOf(middle, end))
  }

  /** The tiles of hashes that this tree has and its first `before` leaves do not, by their paths. */
  *tilesSince(before: number): Generator<{ path: string; bytes: Buffer }> {
    for (let level = 0; levelSize(level, this.size) > 0; level++) {
      const hashes = this.#heights[level * 8]!
      for (const [index, width] of edgeTiles(level, before, this.size)) {
        const start = index * tileWidth
        yield {
          path: tilePath(level, index, width),
          bytes: Buffer.concat(hashes.slice(start, start + width)),
        }
      }
    }
  }
}

/** The tiles of a level that a tree of a size has and one of the size `before` does not, each with its width. */
export function* edgeTiles(
  level: number,
  before: number,
  size: number,
): Generator<readonly [index: number, width: number]> {
  const [from, to] = [levelSize(level, before), levelSize(level, size)]
  if (from === to) return
  for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index++)
    yield [index, widthOf(level, index, size)]
}

/** A tile of entries: each leaf behind its length in two bytes. */
export const entryTile = (leaves: readonly string[]): Buffer =>
  Buffer.concat(
    leaves.flatMap((leaf) => {
      const bytes = Buffer.from(leaf)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(bytes.length)
      return [length, bytes]
    }),
  )
