import type { Range } from './storage.ts'

/** Bytes of a known length that can be read from any place. A piece may be overwritten when the next is asked for. */
export interface Source {
  size: number
  /** From `start` to `end`, both included; all of them without a range. */
  read(range?: Range): Promise<AsyncIterable<Buffer>>
}

/** Sources one after the other, as one. Each is opened when it is reached, the first before anything is answered. */
export function joined(sources: readonly Source[]): Source {
  const size = sources.reduce((sum, source) => sum + source.size, 0)
  const read = async ({ start, end }: Range = { start: 0, end: size - 1 }) => {
    const parts: { source: Source; range: Range }[] = []
    let at = 0
    for (const source of sources) {
      const range = { start: Math.max(0, start - at), end: Math.min(source.size - 1, end - at) }
      if (range.start <= range.end) parts.push({ source, range })
      at += source.size
    }
    const [first, ...others] = parts
    return first ? inTurn(await first.source.read(first.range), others) : none()
  }
  return { size, read }
}

async function* inTurn(opened: AsyncIterable<Buffer>, others: { source: Source; range: Range }[]) {
  yield* opened
  for (const { source, range } of others) yield* await source.read(range)
}

async function* none(): AsyncGenerator<Buffer> {}

/** Bytes in memory as a source. */
export const inMemory = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: async ({ start, end } = { start: 0, end: bytes.length - 1 }) => one(bytes.subarray(start, end + 1)),
})

async function* one(bytes: Buffer) {
  yield bytes
}

/** A piece of a source, from `start` on, as a source of its own. */
export const pieceOf = (source: Source, start: number, size: number): Source => ({
  size,
  read: (range = { start: 0, end: size - 1 }) =>
    source.read({ start: start + range.start, end: start + range.end }),
})
