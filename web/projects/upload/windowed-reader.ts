import { BlobReader, Reader } from '@zip.js/zip.js/index-native.js'

/** The bytes that are read of a ZIP at once. */
const windowBytes = 1024 * 1024

/**
 * Reads a ZIP a window at a time, one read after the other: a browser takes milliseconds for each, and thousands of small
 * files lie beside each other.
 */
export class WindowedReader extends BlobReader {
  #start = 0
  #window: Uint8Array = new Uint8Array()

  override createReadable(options?: Parameters<BlobReader['createReadable']>[0]) {
    const isSmall = (options?.size ?? this.size) < windowBytes
    return isSmall ? Reader.prototype.createReadable.call(this, options) : super.createReadable(options)
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return length > windowBytes
      ? super.readUint8Array(index, length)
      : (await this.view(index, length)).slice()
  }

  /** Reads bytes without a copy for those that nobody changes. */
  async view(index: number, length: number): Promise<Uint8Array> {
    if (length > windowBytes) return super.readUint8Array(index, length)
    const end = Math.min(index + length, this.size)
    if (index < this.#start || end > this.#start + this.#window.length) {
      this.#window = await super.readUint8Array(index, Math.min(windowBytes, this.size - index))
      this.#start = index
    }
    return this.#window.subarray(index - this.#start, end - this.#start)
  }
}
