import type { Readable } from 'node:stream'

/** Where files are stored. Keys are paths such as blobs/ab/abcdef…; an object appears whole or not at all. */
export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>
  /** Stores a stream; `nameIt` is asked for the key when the last byte has passed. */
  putStream(bytes: Readable, nameIt: () => string): Promise<void>
  get(key: string): Promise<Buffer>
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  stream(key: string, range?: Range): Promise<Readable>
  /**
   * The same in pieces of `size` bytes, the last of what is left. Each is overwritten when the next is asked for: a
   * download then needs the memory of one piece, however long it is.
   */
  pieces(key: string, range: Range, size: number): AsyncGenerator<Buffer>
  /** What is known of an object without reading it, or undefined when there is none. */
  about(key: string): Promise<StoredObject | undefined>
  /** The objects whose keys start with a folder's name, such as 'blobs/'. */
  list(folder: string): AsyncIterable<{ key: string; storedAt: Date }>
  delete(key: string): Promise<void>
  /** A link to the store itself for a download under this Content-Disposition, or undefined when the server must send the bytes. */
  link(
    key: string,
    download: { disposition: string; type: string; seconds: number },
  ): Promise<string | undefined>
}

export interface Range {
  start: number
  end: number
}

interface StoredObject {
  /** Bytes. */
  size: number
  /** Differs after every write to the object. */
  version: string
}
