import { z } from 'zod'

import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id } from '../kit/words.ts'

/** An upload that has begun and is not finalised. It is kept for a day after its last chunk. */
export const OpenUpload = z.object({
  uploadId: z.string(),
  totalChunks: z.int(),
  startedAt: z.iso.datetime(),
  /** When the last chunk came. */
  touchedAt: z.iso.datetime(),
  /** Files and bytes that have arrived, after exclusions. */
  fileCount: z.int(),
  totalFileSize: z.int(),
  /** The chunks that have arrived with all their files; `contentHash` is the SHA-256 (hex) of `chunkText`. */
  chunks: z.array(z.object({ index: z.int(), contentHash: z.string() })),
})
export type OpenUpload = z.infer<typeof OpenUpload>

const ofProject = z.object({ id: Id })

export const uploads = {
  state: endpoint({
    method: 'GET',
    path: '/upload/:id',
    summary:
      "What has arrived of the project's open upload, so that only the missing chunks are sent; null without one.",
    access: member,
    params: ofProject,
    reply: Done.extend({ upload: OpenUpload.nullable() }),
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/upload/:id',
    summary: "Forgets the project's open upload, or only the one named. The present release stays.",
    access: member,
    params: ofProject,
    query: z.object({ uploadId: Id.optional() }),
    reply: Done,
  }),
}
