import { isDeepStrictEqual } from 'node:util'

import type { Multipart } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'

import { Id } from '#contract/kit/fields.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { drawCover } from '#contract/projects/cover.ts'
import type { Image, Thumbnail } from '#contract/projects/project.ts'

import { type MemberStore, withMemberStore } from '../../accounts/member-store.ts'
import { sharedProject } from '../../catalogue/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { eachPart } from '../../platform/http/bodies.ts'
import { admitImages, encodeUpload } from '../../platform/images/encode.ts'
import { pictureSeenBy } from '../../platform/images/pass.ts'
import { serveImages } from '../../platform/images/serve.ts'
import { imageFiles } from '../../platform/images/variants.ts'
import { ownProject } from '../access.ts'
import { deleteUnlisted, insertUnlisted } from '../editions/picture-queries.ts'
import { type Picture, picturesOf } from '../editions/queries.ts'
import { savePictures } from '../editions/service.ts'
import type { ProjectRow } from '../queries.ts'
import { projectForOwner } from '../service.ts'
import { sendToReview } from '../verification.ts'
import { projectOfImage, setThumbnail } from './queries.ts'

interface ImagesReply {
  images: Image[]
  message?: string
  /** True when this change sent the project to review. */
  sentToReview: boolean
}

/**
 * Adds images in the order in which they arrive. Those beyond the limit are dropped and broken ones left out, and the
 * message says so. Throws when none is added, and too_many_requests or unavailable when too many images are in work.
 */
export async function addImages(
  dependencies: Dependencies,
  ownerId: string,
  projectId: string,
  request: AsyncIterable<Multipart>,
): Promise<ImagesReply> {
  const release = await admitImages(ownerId)
  return withMemberStore(dependencies, ownerId, (store) =>
    add(dependencies, store, ownerId, projectId, request),
  ).finally(release)
}

async function add(
  dependencies: Dependencies,
  store: MemberStore,
  ownerId: string,
  projectId: string,
  request: AsyncIterable<Multipart>,
): Promise<ImagesReply> {
  const { db } = dependencies
  await ownProject(db, ownerId, projectId)
  const free = limits.images - (await picturesOf(db, projectId)).length
  const stored: (Picture & { bytes: number })[] = []
  const notices: string[] = []
  const refused: Refused[] = []
  let [received, excess] = [0, 0]
  try {
    await eachPart(request, async (part) => {
      if (part.type !== 'file' || part.fieldname !== 'images') return
      received++
      // Refused pictures do not use up the limit, but no more of them than the limit are decoded.
      if (stored.length >= free || refused.length >= limits.images) return void excess++
      await store.requireRoom(1)
      const made = await encodeUpload(part, { memberId: ownerId, form: 'picture' }).catch(asRefused)
      if ('problem' in made) return void refused.push({ ...made, name: part.filename })
      const { files, width, height, isCropped } = made
      if (isCropped) notices.push(croppedNotice(part.filename || 'The picture'))
      const id = uuid()
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
      stored.push({ id, alt: '', width, height, thumbnail: null, bytes })
      for (const { name, bytes } of files) await store.put(imageKey(id, name), bytes)
    })
    if (received === 0)
      throw new ProblemError('invalid_input', `Please select at least 1 image (max ${limits.images}).`)
    if (refused[0] && stored.length === 0) throw combinedProblem(refused, refused[0], received)
  } catch (error) {
    await deleteFiles(store, stored)
    throw error
  }
  const { count, sentToReview } = await db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await picturesOf(trx, projectId)
    const added = stored.slice(0, Math.max(0, limits.images - present.length))
    if (added.length === 0) return { count: 0, sentToReview: false }
    await insertUnlisted(trx, projectId, added)
    const pictures = added.map(({ id, alt, width, height, thumbnail }) => ({
      id,
      alt,
      width,
      height,
      thumbnail,
    }))
    return { count: added.length, sentToReview: await save(trx, project, [...present, ...pictures]) }
  })
  await deleteFiles(store, stored.slice(count))
  const { images } = await projectForOwner(dependencies, ownerId, projectId)
  const room = Math.max(0, limits.images - images.length + count)
  if (excess + stored.length > count)
    notices.unshift(`Only ${room} more image(s) can be uploaded (max ${limits.images}).`)
  notices.push(...refused.map(reasonOf))
  return { images, sentToReview, ...(notices.length > 0 && { message: notices.join(' ') }) }
}

/** A picture that is left out, with the reason. */
interface Refused {
  problem: ProblemError
  name?: string
}

/**
 * Turns an error of one picture into its refusal, so that the others are still added; an overloaded server fails the
 * whole request.
 */
function asRefused(error: unknown): Refused {
  if (error instanceof ProblemError && error.code !== 'unavailable') return { problem: error }
  throw error
}

/** The error for a request whose pictures are all refused; with a single picture its file name is not needed. */
const combinedProblem = (refused: Refused[], first: Refused, received: number) =>
  received === 1 ? first.problem : new ProblemError(first.problem.code, refused.map(reasonOf).join(' '))

const reasonOf = ({ problem: { message }, name }: Refused) =>
  !name || message.includes(name) ? message : `${name}: ${message.replace(/[^.]$/, '$&.')}`

const croppedNotice = (name: string) => `${name} is very tall. Its top part is kept.`

/** Removes one of the project's own images, named by its present index or by a url of it. */
export async function removeImage(
  dependencies: Dependencies,
  ownerId: string,
  projectId: string,
  { index, url }: { index?: number | undefined; url?: string | undefined },
): Promise<ImagesReply> {
  if ((index === undefined) === (url === undefined)) {
    throw new ProblemError('invalid_input', 'Name the image by its index or its url')
  }
  const { db, storage } = dependencies
  const { removed, sentToReview } = await db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await picturesOf(trx, projectId)
    const image = index === undefined ? present.find(({ id }) => id === imageIn(url!)) : present[index]
    if (!image) throw new ProblemError('not_found', 'Image not found')
    const isSent = await save(
      trx,
      project,
      present.filter((other) => other !== image),
    )
    return { removed: await deleteUnlisted(trx, projectId), sentToReview: isSent }
  })
  await deleteFiles(
    storage,
    removed.map((id) => ({ id })),
  )
  return { images: (await projectForOwner(dependencies, ownerId, projectId)).images, sentToReview }
}

/** Reorders the images by `newOrder`, which lists their present indexes. */
export async function orderImages(
  dependencies: Dependencies,
  ownerId: string,
  projectId: string,
  newOrder: number[],
): Promise<ImagesReply> {
  const sentToReview = await dependencies.db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await picturesOf(trx, projectId)
    if (newOrder.toSorted((one, other) => one - other).join() !== present.map((_, index) => index).join()) {
      throw new ProblemError('invalid_input', 'newOrder must name each present image once')
    }
    if (newOrder.every((from, to) => from === to)) return false
    return save(
      trx,
      project,
      newOrder.map((from) => present[from]!),
    )
  })
  return { images: (await projectForOwner(dependencies, ownerId, projectId)).images, sentToReview }
}

/** Saves alternative texts of images. URLs that name no image of the project are ignored. */
export async function describeImages(
  dependencies: Dependencies,
  ownerId: string,
  projectId: string,
  descriptions: readonly { url: string; alt: string }[],
): Promise<ImagesReply> {
  const sentToReview = await dependencies.db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await picturesOf(trx, projectId)
    const alts = new Map(descriptions.map(({ url, alt }) => [imageIn(url), alt]))
    const described = present.map((picture) => ({ ...picture, alt: alts.get(picture.id) ?? picture.alt }))
    return !isDeepStrictEqual(described, present) && save(trx, project, described)
  })
  return { images: (await projectForOwner(dependencies, ownerId, projectId)).images, sentToReview }
}

/** Chooses the part of one of the project's own images that lists show. Staff saw the whole image, so it stays listed. */
export async function chooseThumbnail(
  dependencies: Dependencies,
  ownerId: string,
  projectId: string,
  { url, thumbnail }: { url: string; thumbnail: Thumbnail | null },
): Promise<ImagesReply> {
  await dependencies.db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await picturesOf(trx, projectId)
    const id = imageIn(url)
    if (!present.some((image) => image.id === id)) throw new ProblemError('not_found', 'Image not found')
    await setThumbnail(trx, id!, thumbnail)
    const pictures = present.map((image) => (image.id === id ? { ...image, thumbnail } : image))
    if (project.hasChanges) await savePictures(trx, project, pictures)
  })
  return { images: (await projectForOwner(dependencies, ownerId, projectId)).images, sentToReview: false }
}

/** Saves the pictures of a project; answers whether that sent it to review. */
const save = async (trx: Connection, project: ProjectRow, pictures: Picture[]): Promise<boolean> =>
  sendToReview(trx, await savePictures(trx, project, pictures))

export const imageKey = (imageId: string, file: string) => `images/${imageId}/${file}`

/** The image id in one of our own image addresses, absolute or not. */
const imageIn = (url: string) =>
  /^(?:https?:\/\/[^/]+)?\/media\/([0-9a-f-]{36})(?:\/[\w.]+)?(?:\?.*)?$/.exec(url)?.[1]

/** Deletes the stored files of images that have no row; the hourly sweep deletes those that fail. */
const deleteFiles = (storage: Pick<MemberStore, 'delete'>, images: { id: string }[]) =>
  Promise.allSettled(
    images.flatMap(({ id }) => imageFiles.picture.map((file) => storage.delete(imageKey(id, file)))),
  )

/** Serves the pictures of projects under /media. */
export const mediaRoutes = (app: FastifyInstance, { db, storage, secret }: Dependencies) =>
  serveImages(app, storage, {
    path: '/media',
    form: 'picture',
    seenBy: async (id, query) => {
      const project = await projectOfImage(db, id)
      return project && pictureSeenBy(secret, project, query)
    },
    keyOf: imageKey,
  })

/** GET /covers/{project}.svg: the cover of a published project without pictures. */
export function coverRoute(app: FastifyInstance, { db }: Dependencies) {
  app.get<{ Params: { file: string } }>(
    '/covers/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { data: id } = Id.safeParse(request.params.file.replace(/\.svg$/, ''))
      const project = id && (await sharedProject(db, id))
      if (!project) throw new ProblemError('not_found', 'There is no such image')
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(drawCover(project))
    },
  )
}
