import { parsedAddress } from '#contract/kit/addresses.ts'

/** Calls with which PDFs are read, for browsers that learnt them later than all else that they need. */
provide(Uint8Array.prototype, 'toHex', function (this: Uint8Array) {
  return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
})
provide(URL, 'parse', (address: string, base?: string) => parsedAddress(address, base) ?? null)
provide(Response.prototype, 'bytes', async function (this: Response) {
  return new Uint8Array(await this.arrayBuffer())
})
provide(ReadableStream.prototype, Symbol.asyncIterator, async function* (this: ReadableStream<unknown>) {
  const reader = this.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
})

function provide(of: object, name: string | symbol, value: unknown) {
  if (!(name in of)) Object.defineProperty(of, name, { value, configurable: true, writable: true })
}
