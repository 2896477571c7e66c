import type { Readable } from 'node:stream'

/**
 * A store of files. Keys are paths such as blobs/ab/abcdef…; an object appears whole or not at all. A store that does
 * not answer, or from which no byte comes for 10 s, throws a StoreUnavailable; a transfer may take as long as bytes
 * flow.
 */
export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>
  /** Stores a stream; `nameIt` is called for the key after the last byte. */
  putStream(bytes: Readable, nameIt: () => string): Promise<void>
  get(key: string): Promise<Buffer>
  /** Reads the bytes from `start` to `end`, both included; all of them without a range. */
  stream(key: string, range?: Range): Promise<Readable>
  /**
   * Reads the same in pieces of `size` bytes, the last of which may be shorter. Each is overwritten when the next is
   * requested, so that a download needs the memory of one piece, however long it is.
   */
  pieces(key: string, range: Range, size: number): AsyncGenerator<Buffer>
  /** The size and version of an object without reading it; undefined when there is none. */
  about(key: string): Promise<StoredObject | undefined>
  /**
   * Lists the objects whose keys start with a folder's name, such as 'blobs/', in the order of their keys; only those
   * after the key `after`, if it is given.
   */
  list(folder: string, after?: string): AsyncIterable<ListedObject>
  delete(key: string): Promise<void>
  /**
   * Makes a link to the store itself for a download under this Content-Disposition; undefined when the server must send
   * the bytes.
   */
  link(
    key: string,
    download: { disposition: string; type: string; seconds: number },
  ): Promise<string | undefined>
}

/** Thrown when the store does not do its work now; a later attempt may succeed. */
export class StoreUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The store of files does not answer', { cause })
  }
}

export interface Range {
  start: number
  end: number
}

export interface ListedObject {
  key: string
  /** Bytes. */
  size: number
  storedAt: Date
}

interface StoredObject {
  /** Bytes. */
  size: number
  /** Differs after every write to the object. */
  version: string
}
