import { Readable } from 'node:stream'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import type { Config } from '../../config.ts'
import { type Range, type Storage, StoreUnavailable } from './storage.ts'
import { withTempFile } from './temp-file.ts'

/**
 * Stores files in a bucket of any S3-compatible store, named s3://bucket?endpoint=…&region=…. Without an endpoint it is
 * Amazon's; without keys, AWS's default sources of credentials are used. With downloads=direct, downloads go from the
 * store to the browser; without, through the server.
 */
export function bucketStorage(url: string, keys: Config['storageKeys']): Storage {
  const { hostname: Bucket, searchParams: settings } = new URL(url)
  const client = clientFor(settings, keys)
  const breaker = new CircuitBreaker()
  const put = (Key: string, body: Buffer | Readable, ContentLength: number) =>
    breaker.call(async (abortSignal, heard) => {
      const { promise: unreadable, reject } = Promise.withResolvers<never>()
      const Body =
        body instanceof Readable
          ? Readable.from(each(body, heard), { objectMode: false }).on('error', reject)
          : body
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength })
      await Promise.race([client.send(command, { abortSignal }), unreadable])
    })
  const read = async (Key: string, range?: Range) => {
    const command = new GetObjectCommand({
      Bucket,
      Key,
      Range: range && `bytes=${range.start}-${range.end}`,
    })
    const { Body } = await breaker.call((abortSignal) => client.send(command, { abortSignal }))
    return Body as Readable
  }
  return {
    put: (key, bytes) =>
      bytes.length <= wholeBytes
        ? put(key, bytes, bytes.length)
        : put(key, Readable.from(slicesOf(bytes)), bytes.length),
    // The store needs the length first, and the key is known last, so the bytes go to the local disk before.
    putStream: (bytes, nameIt) => withTempFile(bytes, (draft) => put(nameIt(), draft.read(), draft.size)),
    get: async (key) => Buffer.concat(await Array.fromAsync(breaker.read(await read(key)))),
    stream: async (key, range) => {
      const body = await read(key, range)
      return Readable.from(breaker.read(body), { objectMode: false }).once('close', () => body.destroy())
    },
    async *pieces(key, range, size) {
      if (range.end < range.start) return
      const memory = Buffer.allocUnsafeSlow(size)
      let filled = 0
      for await (let given of breaker.read(await read(key, range))) {
        while (given.length > 0) {
          const copied = given.copy(memory, filled)
          given = given.subarray(copied)
          filled += copied
          if (filled < size) continue
          yield memory
          filled = 0
        }
      }
      if (filled > 0) yield memory.subarray(0, filled)
    },
    about: async (Key) => {
      const found = await breaker.call((abortSignal) =>
        client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal }).catch(ignoreMissing),
      )
      return found && { size: found.ContentLength!, version: found.ETag! }
    },
    async *list(Prefix, StartAfter) {
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken })
        const page = await breaker.call((abortSignal) => client.send(command, { abortSignal }))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { key: Key!, size: Size!, storedAt: LastModified! }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    delete: async (Key) => {
      await breaker.call((abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      )
    },
    link: async (Key, { disposition, type: ResponseContentType, seconds: expiresIn }) => {
      if (settings.get('downloads') !== 'direct') return undefined
      const get = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType,
        ResponseContentDisposition: disposition,
      })
      return getSignedUrl(client, get, { expiresIn })
    },
  }
}

/** Up to this size, in bytes, the client may send an object again by itself; larger ones are sent as they flow. */
const wholeBytes = 256 * 1024

function* slicesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += wholeBytes) yield bytes.subarray(at, at + wholeBytes)
}

async function* each(pieces: AsyncIterable<Buffer>, passed: () => void) {
  for await (const piece of pieces) {
    passed()
    yield piece
  }
}

/** How long we wait for a bucket that says nothing, all attempts of the client together. */
const silenceMs = 10_000
/** How long calls fail at once after that, so that no answer waits for one call after the other. */
const pauseMs = 2_000

/** Waits for a bucket only as long as it says something, and makes no calls for a moment after it said nothing. */
class CircuitBreaker {
  #heardAt = 0
  #pausedUntil = 0

  /**
   * Makes a call. It throws a StoreUnavailable when the bucket fails, or for 10 s neither answers nor takes bytes,
   * which the call tells by `heard`.
   */
  async call<T>(make: (signal: AbortSignal, heard: () => void) => Promise<T>): Promise<T> {
    if (Date.now() < this.#pausedUntil) throw new StoreUnavailable()
    return this.#waitFor(make)
  }

  /** Reads what a call returned. However slow its reader is, only the time in which it waits for bytes counts. */
  async *read(body: Readable): AsyncGenerator<Buffer> {
    const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    try {
      for (;;) {
        const { done, value } = await this.#waitFor(() => pieces.next())
        if (done) return
        yield value
      }
    } finally {
      body.destroy()
    }
  }

  async #waitFor<T>(make: (signal: AbortSignal, heard: () => void) => Promise<T>): Promise<T> {
    const begunAt = Date.now()
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const waiting = new AbortController()
    const timer = setTimeout(() => {
      // A bucket that answers others is only slow with this one.
      if (this.#heardAt < begunAt) this.#pausedUntil = Date.now() + pauseMs
      reject(new StoreUnavailable())
      waiting.abort()
    }, silenceMs)
    try {
      const answer = await Promise.race([make(waiting.signal, () => timer.refresh()), silence])
      this.#heardAt = Date.now()
      this.#pausedUntil = 0
      return answer
    } catch (error) {
      const isTheirs = error instanceof S3ServiceException && error.$fault === 'server'
      throw isTheirs ? new StoreUnavailable(error) : error
    } finally {
      clearTimeout(timer)
    }
  }
}

function clientFor(
  settings: URLSearchParams,
  { accessKeyId, secretAccessKey }: Config['storageKeys'],
): S3Client {
  const endpoint = settings.get('endpoint')
  return new S3Client({
    region: settings.get('region') ?? 'us-east-1',
    // Some compatible stores support neither the newer checksums nor a host name for each bucket.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Otherwise a large body waits 6 s for leave to be sent, and then 10 s for an answer.
    expectContinueHeader: false,
    // Every download under way keeps one of the sockets, of which there are 50 otherwise.
    requestHandler: { connectionTimeout: 5_000, httpAgent: { maxSockets }, httpsAgent: { maxSockets } },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  })
}

const maxSockets = 500

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
