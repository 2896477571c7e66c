import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { ofRelease, readingLimit } from '../projects/source.ts'

/** A statement about a release in the public log. */
const Statement = z.object({
  kind: z.enum(['approved', 'recalled']),
  /** Its place in the log, from 0; null while it waits for the log. */
  number: z.int().nullable(),
})

/** A release that staff verified. */
const VerifiedRelease = z.object({
  /** The project, while it is listed. */
  projectId: z.string().nullable(),
  /** As staff approved it last; null once the project is deleted. */
  title: z.string().nullable(),
  number: z.int(),
  verifiedAt: z.string(),
  fileCount: z.int(),
  totalFileSize: z.int(),
  recall: z.object({ recalledAt: z.string(), reason: z.string() }).nullable(),
})
schemaNames.add(VerifiedRelease, { id: 'VerifiedRelease' })
export type VerifiedRelease = z.infer<typeof VerifiedRelease>

/**
 * Where the public log lies, and its public keys as in a signed note: the present one last, each of the others with the
 * number of the statement that announced the next.
 */
const Log = z.object({
  path: z.string(),
  keys: z.array(z.object({ key: z.string(), replacedIn: z.int().nullable() })),
})
schemaNames.add(Log, { id: 'PublicLog' })
export type PublicLog = z.infer<typeof Log>

/** What is known of files by their content hash. */
const VerifiedFiles = z.object({
  /** Whether they are what staff verified last under this hash, or were recalled since; all that strangers learn. */
  state: z.enum(['verified', 'recalled', 'unknown']),
  /** The releases that have these files, the one verified or recalled last first. */
  releases: z.array(VerifiedRelease),
  /** What the log says of them in the first of these projects, in the order in which it was said. */
  statements: z.array(Statement),
  /** Null when nothing is signed here. */
  log: Log.nullable(),
})
schemaNames.add(VerifiedFiles, { id: 'VerifiedFiles' })
export type VerifiedFiles = z.infer<typeof VerifiedFiles>

/** A file of a release. */
const FileSum = z.object({ path: z.string(), sha256: z.string(), size: z.int() })
schemaNames.add(FileSum, { id: 'FileSum' })
export type FileSum = z.infer<typeof FileSum>

const notAHash = 'A content hash has 64 digits and letters from a to f'

export const verifiedFiles = {
  get: endpoint({
    method: 'GET',
    path: '/verify/files/:hash',
    summary:
      'What the files with a content hash are: SHA-256 over the sorted lines of path, NUL, sha256 and LF, as docs/verified.md has it.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 60, seconds: 60, protects: 'people' },
    params: z.object({
      hash: text(64, { tooLong: notAHash }).regex(/^[0-9a-f]{64}$/, notAHash),
    }),
    reply: Done.extend(VerifiedFiles.shape),
  }),
  log: endpoint({
    method: 'GET',
    path: '/verify/log',
    summary: 'Where the public log of what staff verified and recalled lies, and its keys; null without one.',
    access: 'anyone',
    ignoresCaller: true,
    reply: Done.extend({ log: Log.nullable() }),
  }),
  sums: endpoint({
    method: 'GET',
    path: '/projects/:id/releases/:number/sums',
    summary:
      'The paths, SHA-256 and sizes of the files of a release, as its content hash counts them: for buyers, who has a seat, the owner and staff.',
    access: [...member, ...staff],
    limit: readingLimit,
    params: ofRelease,
    reply: Done.extend({ contentHash: z.string(), sums: z.array(FileSum) }),
  }),
}
