import type { Readable } from 'node:stream'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import type { Config } from '../../config.ts'
import type { Storage } from './storage.ts'
import { withTempFile } from './temp-file.ts'

/**
 * Stores files in a bucket of any S3-compatible store, named s3://bucket?endpoint=…&region=…. Without an endpoint it is
 * Amazon's; without keys, AWS's default sources of credentials are used. With downloads=direct, downloads go from the
 * store to the browser, which needs a CORS rule on the bucket; without, through the server.
 */
export function bucketStorage(url: string, keys: Config['storageKeys']): Storage {
  const { hostname: Bucket, searchParams: settings } = new URL(url)
  const client = clientFor(settings, keys)
  return {
    put: async (Key, Body) => void (await client.send(new PutObjectCommand({ Bucket, Key, Body }))),
    // The store needs the length first, and the key is known last, so the bytes go to the local disk before.
    putStream: (bytes, nameIt) =>
      withTempFile(bytes, async ({ size, read }) => {
        await client.send(new PutObjectCommand({ Bucket, Key: nameIt(), Body: read(), ContentLength: size }))
      }),
    get: async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return Buffer.from(await Body!.transformToByteArray())
    },
    stream: async (Key, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
      return Body as Readable
    },
    async *pieces(Key, { start, end }, size) {
      if (end < start) return
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` }),
      )
      const memory = Buffer.allocUnsafeSlow(size)
      let filled = 0
      for await (let given of Body as AsyncIterable<Buffer>) {
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
      const found = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(ignoreMissing)
      return found && { size: found.ContentLength!, version: found.ETag! }
    },
    async *list(Prefix) {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        for (const { Key, LastModified } of page.Contents ?? []) yield { key: Key!, storedAt: LastModified! }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    delete: async (Key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key }))),
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
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  })
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
