import { readSync, writeSync } from 'node:fs'

/** Writes a line of JSON to the runner. A full pipe takes a part of a picture or nothing, so that the rest waits. */
export function say(line: object): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      pause(5)
    }
}

/** Reads the first line of the input, byte by byte, because what comes after it belongs to somebody else. */
export function readLine(): string {
  const bytes: number[] = []
  const byte = Buffer.alloc(1)
  for (;;)
    try {
      if (readSync(0, byte) === 0 || byte[0] === 10) return Buffer.from(bytes).toString()
      bytes.push(byte[0]!)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      pause(5)
    }
}

/** Reads the rest of the input in pieces. */
export function* readPieces(): Generator<Buffer, void> {
  const piece = Buffer.alloc(256 * 1024)
  for (;;)
    try {
      const length = readSync(0, piece)
      if (length === 0) return
      yield piece.subarray(0, length)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      pause(5)
    }
}

const pause = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
