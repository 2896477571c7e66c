import type { Readable } from 'node:stream'

/**
 * Reads the lines of an output that a stranger writes. At more bytes than are allowed, in all or in one line, `cutOff`
 * is called and no further line comes.
 */
export async function* linesOf(
  output: Readable,
  { bytes, line }: { bytes: number; line: number },
  cutOff: () => void,
): AsyncGenerator<string, void> {
  let pieces: Buffer[] = []
  let [total, length] = [0, 0]
  for await (const piece of withoutError(output)) {
    total += piece.length
    let from = 0
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      length += at - from
      if (length > line || total > bytes) return cutOff()
      yield Buffer.concat([...pieces, piece.subarray(from, at)]).toString()
      pieces = []
      length = 0
      from = at + 1
    }
    pieces.push(piece.subarray(from))
    length += piece.length - from
    if (length > line || total > bytes) return cutOff()
  }
}

/** An output that is destroyed ends; nothing went wrong. */
async function* withoutError(output: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* output as AsyncIterable<Buffer>
  } catch {
    // It was stopped.
  }
}
