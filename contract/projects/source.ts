import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, numeric, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** A folder of a project's tree with some of its direct entries, folders before files, by name. */
export const Folder = z.object({
  /** '' is the top. */
  path: z.string(),
  /** Files and bytes in the folder, at any depth. */
  files: z.int(),
  size: z.int(),
  /** The number of its entries. */
  total: z.int(),
  /** `files` counts the files in a folder, and is null for a file. */
  entries: z.array(
    z.object({
      path: z.string(),
      size: z.int(),
      files: z.int().nullable(),
      language: z.string().nullable(),
    }),
  ),
})
schemaNames.add(Folder, { id: 'Folder' })
export type Folder = z.infer<typeof Folder>

/** The requested folder, by its path (an empty one is the top), and the index of its first entry. */
export const FolderWindow = z.object({
  path: text(limits.pathLength)
    .regex(/^\P{Cc}*$/u, 'Use a path on one line')
    .default(''),
  offset: numeric.pipe(
    z
      .int()
      .min(0)
      .max(limits.folderFiles * limits.pathDepth)
      .default(0),
  ),
})

/** The kinds of tokens, for highlighting. */
export const tokenKinds = [
  'plain',
  'comment',
  'string',
  'number',
  'keyword',
  'name',
  'type',
  'markup',
] as const

/** The states of a file. text: it is shown. binary: it is not a text. large: it is too long to be shown. */
const fileStates = ['text', 'binary', 'large'] as const

/**
 * A line of a file; `tokens` alternates the length of a piece in characters and the index of its kind. Empty when it is
 * not highlighted.
 */
export const SourceLine = z.object({ text: z.string(), tokens: z.array(z.int()) })
schemaNames.add(SourceLine, { id: 'SourceLine' })
export type SourceLine = z.infer<typeof SourceLine>

/** A file of a release, to be read. */
export const SourceFile = z.object({
  path: z.string(),
  size: z.int(),
  language: z.string().nullable(),
  state: z.enum(fileStates),
  lines: z.array(SourceLine),
  /** The number of lines in the file; more than `lines` when it is cut. */
  lineCount: z.int(),
})
schemaNames.add(SourceFile, { id: 'SourceFile' })
export type SourceFile = z.infer<typeof SourceFile>

const releaseStatuses = ['pending', 'approved', 'rejected', 'withdrawn', 'recalled'] as const

/** A version of a project's files. */
export const Release = z.object({
  number: z.int(),
  status: z.enum(releaseStatuses),
  /** The owner's notes about it for buyers. */
  notes: z.string(),
  createdAt: z.string(),
  fileCount: z.int(),
  totalFileSize: z.int(),
  lines: z.int(),
  /** Whether it is the project's current release. */
  isCurrent: z.boolean(),
})
schemaNames.add(Release, { id: 'Release' })
export type Release = z.infer<typeof Release>

const Change = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  /** Bytes before and after; null where the file does not exist. */
  before: z.int().nullable(),
  after: z.int().nullable(),
})
export type Change = z.infer<typeof Change>

/** The changes from one release to another; at most `limits.changedFiles` files are listed. */
export const Changes = z.object({
  from: z.int(),
  to: z.int(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  files: z.array(Change),
})
schemaNames.add(Changes, { id: 'ReleaseChanges' })
export type Changes = z.infer<typeof Changes>

/** The lines around a change. `sign`: '+' is new, '-' is removed, ' ' is unchanged. Numbers begin at 1. */
const Hunk = z.object({
  oldStart: z.int(),
  newStart: z.int(),
  lines: z.array(z.object({ sign: z.enum(['+', '-', ' ']), text: z.string() })),
})
export type Hunk = z.infer<typeof Hunk>

/** The changes of one file. large: too much changed, or the file is too long, to show line by line. */
export const FileChanges = z.object({
  path: z.string(),
  state: z.enum(fileStates),
  hunks: z.array(Hunk),
  /** Whether the newline at the end of the file was added or removed, when nothing else changed. */
  lastNewline: z.enum(['added', 'removed']).nullable(),
})
schemaNames.add(FileChanges, { id: 'FileChanges' })
export type FileChanges = z.infer<typeof FileChanges>

export const ReleaseNumber = numeric.pipe(z.int().min(1).max(999_999))
export const ofRelease = z.object({ id: Id, number: ReleaseNumber })
/** A file's path in a release, as given by a caller. */
export const Path = text(limits.pathLength, { missing: 'Say which file' })
  .min(1, 'Say which file')
  .regex(/^\P{Cc}*$/u, 'Use a path on one line')
const insiders = [...member, ...staff] as const
/** Generous, because reading code means opening one file after the other. */
export const readingLimit = { requests: 240, seconds: 60, protects: 'process' } as const

export const source = {
  folder: endpoint({
    method: 'GET',
    path: '/projects/:id/releases/:number/folder',
    summary: 'One folder of a release, for the owner and staff. An empty path names the top.',
    access: insiders,
    params: ofRelease,
    query: FolderWindow,
    reply: Done.extend({ folder: Folder }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/projects/:id/releases/:number/file',
    summary: 'One file of a release with its text and what its pieces are, for the owner and staff.',
    access: insiders,
    limit: readingLimit,
    params: ofRelease,
    query: z.object({ path: Path }),
    reply: Done.extend({ file: SourceFile }),
  }),
}
