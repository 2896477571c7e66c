import { Rupees } from '../kit/amounts.ts'
import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id, line, list, numeric, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { Image, Project, Thumbnail } from './project.ts'
import { Folder, FolderWindow } from './source.ts'

const ofProject = z.object({ id: Id })
const flag = text(20).pipe(z.stringbool())

// Paths have no rule here: pathProblem reports a wrong one by its name.
const noPaths = 'relativePaths must be a list of texts'
const Paths = list(z.string(noPaths), limits.chunkFiles, { missing: noPaths })
/** The length of as many paths at their longest, however their characters are encoded. */
const pathsLength = limits.chunkFiles * limits.pathLength * 12

/** The text fields sent with the files of one chunk. */
export const UploadForm = z.object({
  relativePaths: text(pathsLength, { missing: 'relativePaths is missing' })
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'relativePaths must be a JSON list' })
        return z.NEVER
      }
    })
    .pipe(Paths),
  uploadType: z.enum(['folder', 'zip']).default('folder'),
  projectId: Id.optional(),
  chunkIndex: numeric.pipe(z.int().min(0).max(10_000)),
  totalChunks: numeric.pipe(z.int().min(1).max(10_000)),
  isFirstChunk: flag.optional(),
  isLastChunk: flag.optional(),
  /** The files are those of a chunk that failed before: the files it already has stay. */
  retriesFailed: flag.optional(),
  /**
   * The upload of this chunk, from the answer to an earlier chunk. Optional; guards against a second upload started
   * meanwhile.
   */
  uploadId: Id.optional(),
})

const Uploaded = Done.extend({
  data: z.object({
    /** Absent when nothing could be stored and no upload is open. */
    uploadId: z.string().optional(),
    /**
     * Files that failed, with the reason: a name that not every computer can store, or an error of the store. The
     * others of the chunk were stored.
     */
    failedUploads: z.array(z.object({ path: z.string(), error: z.string() })),
    /** Files and bytes received so far in this upload, after exclusions. */
    fileCount: z.int(),
    totalFileSize: z.int(),
    excluded: z.array(z.string()),
  }),
})
schemaNames.add(Uploaded, { id: 'Uploaded' })

/** The text fields sent with a report. An empty price counts as none. */
export const ReportForm = z.object({
  price: text(40)
    .trim()
    .transform((price) => (price === '' ? undefined : Number(price)))
    .pipe(Rupees.optional())
    .optional(),
})

/** Whether this call sent the project back to review: nobody else sees the change until staff have verified it. */
const sentToReview = z.boolean()
const report = Done.extend({ project: Project, sentToReview })
const images = Done.extend({ images: z.array(Image), message: z.string().optional(), sentToReview })

/** The contents of a release, visible before paying. */
export const Contents = z.object({
  fileCount: z.int(),
  totalFileSize: z.int(),
  lines: z.int(),
  /** The bytes in each known language, most first. */
  languages: z.array(z.object({ name: z.string(), size: z.int() })),
  /** Safe HTML, whatever the owner wrote. */
  readmeHtml: z.string().nullable(),
  /** The top folder first; of each as many entries as one answer contains. Empty when there are no files. */
  folders: z.array(Folder),
})

export const releases = {
  upload: endpoint({
    method: 'POST',
    path: '/upload/upload',
    failure: 'Upload failed: {status} {statusText}',
    summary:
      'Receives one chunk of at most 100 source files. Any chunk may be sent again without harm, and of one with failed files (failedUploads) those alone, with retriesFailed.',
    access: member,
    problems: ['conflict', 'not_found', 'too_many_requests'],
    form: UploadForm,
    files: 'files',
    reply: Uploaded,
  }),
  reUpload: endpoint({
    method: 'POST',
    path: '/upload/re-upload/:id',
    failure: 'Re-upload failed: {status}',
    summary:
      "Receives one chunk of a project's next release. The present release stays until the new one is finalised.",
    access: member,
    problems: ['conflict', 'too_many_requests'],
    params: ofProject,
    form: UploadForm,
    files: 'files',
    reply: Uploaded,
  }),
  removeFiles: endpoint({
    method: 'DELETE',
    path: '/github/owner/repo/:id',
    failure: 'Delete failed: {status}',
    summary: "Takes the project's files off the shop. Buyers keep what they bought, and the message says so.",
    access: member,
    params: ofProject,
    reply: Done,
  }),
  addImages: endpoint({
    method: 'POST',
    path: '/storage/projects/:id/images',
    failure: 'Failed to upload images',
    summary: 'Adds jpeg, png or webp images, up to 5 in all; the message says which were left out.',
    access: member,
    problems: ['too_many_requests'],
    params: ofProject,
    form: z.object({}),
    files: 'images',
    reply: images,
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/storage/projects/:id/images',
    failure: 'Failed to delete image',
    summary: 'Removes one image, named by its index or its url.',
    access: member,
    params: ofProject,
    query: z.object({
      index: numeric.pipe(z.int().min(0).optional()),
      url: text(500).optional(),
    }),
    reply: images,
  }),
  orderImages: endpoint({
    method: 'PUT',
    path: '/storage/projects/:id/images/order',
    failure: 'Failed to reorder images',
    summary: 'Puts the images in a new order, given as the list of their present indexes.',
    access: member,
    params: ofProject,
    body: z.object({ newOrder: list(z.int().min(0), limits.images) }),
    reply: images,
  }),
  describeImages: endpoint({
    method: 'PUT',
    path: '/storage/projects/:id/images/descriptions',
    summary: 'Says what images show, for those who do not see them; each is named by its url.',
    access: member,
    params: ofProject,
    body: z.object({
      descriptions: list(z.object({ url: text(500), alt: line(200) }), limits.images),
    }),
    reply: images,
  }),
  chooseThumbnail: endpoint({
    method: 'PUT',
    path: '/storage/projects/:id/images/thumbnail',
    summary: 'Chooses the part of an image that lists show; null for the whole.',
    access: member,
    params: ofProject,
    body: z.object({ url: text(500), thumbnail: Thumbnail.nullable() }),
    reply: images,
  }),
  addReport: endpoint({
    method: 'POST',
    path: '/projects/:id/report',
    failure: 'Failed to upload report',
    summary: 'Adds the project report (.doc or .docx), with a price of its own; without one it is free.',
    access: member,
    problems: ['too_many_requests'],
    params: ofProject,
    form: ReportForm,
    files: 'report',
    reply: report,
  }),
  changeReport: endpoint({
    method: 'PATCH',
    path: '/projects/:id/report',
    failure: 'Failed to update report',
    summary: "Replaces the report's file, its price, or both.",
    access: member,
    problems: ['too_many_requests'],
    params: ofProject,
    form: ReportForm,
    files: 'report',
    reply: report,
  }),
  removeReport: endpoint({
    method: 'DELETE',
    path: '/projects/:id/report',
    failure: 'Failed to delete report',
    summary: 'Removes the report from sale. Buyers keep what they bought.',
    access: member,
    params: ofProject,
    reply: report,
  }),
  contents: endpoint({
    method: 'GET',
    path: '/projects/:id/contents',
    failure: 'Failed to load project',
    summary:
      'What is inside before paying: figures, the README, and the first levels of the tree with sizes in bytes and languages; never the contents of files.',
    access: 'anyone',
    params: ofProject,
    reply: Done.extend(Contents.shape),
  }),
  folder: endpoint({
    method: 'GET',
    path: '/projects/:id/contents/folder',
    failure: 'Failed to load project',
    summary:
      'One folder of the tree: what lies directly in it, folders first, 200 entries from `offset` on. An empty path names the top.',
    access: 'anyone',
    params: ofProject,
    query: FolderWindow,
    reply: Done.extend({ folder: Folder }),
  }),
}

/** An upload that is not finalised. It is stored for a day after its last chunk. */
export const OpenUpload = z.object({
  uploadId: z.string(),
  totalChunks: z.int(),
  startedAt: z.iso.datetime(),
  /** The time of the last chunk. */
  touchedAt: z.iso.datetime(),
  /** Files and bytes that have arrived, after exclusions. */
  fileCount: z.int(),
  totalFileSize: z.int(),
  /** The chunks that have arrived with all their files; `contentHash` is the SHA-256 (hex) of `chunkText`. */
  chunks: z.array(z.object({ index: z.int(), contentHash: z.string() })),
})
schemaNames.add(OpenUpload, { id: 'OpenUpload' })
export type OpenUpload = z.infer<typeof OpenUpload>

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
