import type { Readable } from 'node:stream'

/** Where files are kept. Keys are paths such as blobs/ab/abcdef…; an object appears whole or not at all. */
export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>
  /** Stores a stream; `nameIt` is asked for the key when the last byte has passed. */
  putStream(bytes: Readable, nameIt: () => string): Promise<void>
  get(key: string): Promise<Buffer>
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Bytes, or undefined when there is no such object. */
  size(key: string): Promise<number | undefined>
  delete(key: string): Promise<void>
  /** A link to the store itself for a download, or undefined when the server must send the bytes. */
  link(key: string, fileName: string, seconds: number): Promise<string | undefined>
}
