import type { Multipart } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'

import { limits } from '#contract/limits.ts'
import { ProblemError } from '#contract/problem.ts'
import type { Image } from '#contract/projects/projects.ts'

import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { eachPart } from '../../platform/http/bodies.ts'
import { admitImages, encodeUpload } from '../../platform/images/encode.ts'
import { serveImages } from '../../platform/images/serve.ts'
import { imageFiles } from '../../platform/images/variants.ts'
import { ownProject } from '../access.ts'
import type { ProjectRow } from '../queries.ts'
import { projectForOwner } from '../service.ts'
import { sendToReview } from '../verification.ts'
import { deleteImage, imageExists, imagesOf, insertImages, placeImages, setAlt } from './queries.ts'

type Stores = Pick<Parts, 'db' | 'storage'>
interface Answer {
  images: Image[]
  message?: string
  /** Whether the project waits for staff by this change. */
  sentToReview: boolean
}

/**
 * Adds images in the order they come; those beyond the limit are dropped and those that are no sound pictures left out, and
 * the message says so. Throws when none is added, and too_many_requests or unavailable when too much is asked at once.
 */
export async function addImages(
  stores: Stores,
  ownerId: string,
  projectId: string,
  request: AsyncIterable<Multipart>,
): Promise<Answer> {
  const release = await admitImages(ownerId)
  return add(stores, ownerId, projectId, request).finally(release)
}

async function add(
  { db, storage }: Stores,
  ownerId: string,
  projectId: string,
  request: AsyncIterable<Multipart>,
): Promise<Answer> {
  await ownProject(db, ownerId, projectId)
  const free = limits.images - (await imagesOf(db, projectId)).length
  const stored: { id: string; width: number; height: number }[] = []
  const notes: string[] = []
  const refused: Refused[] = []
  let [came, beyond] = [0, 0]
  try {
    await eachPart(request, async (part) => {
      if (part.type !== 'file' || part.fieldname !== 'images') return
      came++
      // What is refused takes no place, and only so much of it is looked at.
      if (stored.length >= free || refused.length >= limits.images) return void beyond++
      const made = await encodeUpload(part, { memberId: ownerId, form: 'picture' }).catch(asRefused)
      if ('problem' in made) return void refused.push({ ...made, name: part.filename })
      const { files, width, height, isCropped } = made
      if (isCropped) notes.push(croppedNotice(part.filename || 'The picture'))
      const id = uuid()
      stored.push({ id, width, height })
      for (const { name, bytes } of files) await storage.put(keyOf(id, name), bytes)
    })
    if (came === 0)
      throw new ProblemError('invalid_input', `Please select at least 1 image (max ${limits.images}).`)
    if (refused[0] && stored.length === 0) throw allOf(refused, refused[0], came)
  } catch (error) {
    await forget(storage, stored)
    throw error
  }
  const { count, sentToReview } = await db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await imagesOf(trx, projectId)
    const room = Math.max(0, limits.images - present.length)
    const added = stored.slice(0, room)
    await insertImages(
      trx,
      added.map((image, index) => ({ ...image, projectId, position: present.length + index })),
    )
    return { count: added.length, sentToReview: added.length > 0 && (await sendToReview(trx, project)) }
  })
  await forget(storage, stored.slice(count))
  const { images } = await projectForOwner(db, ownerId, projectId)
  const room = Math.max(0, limits.images - images.length + count)
  if (beyond + stored.length > count)
    notes.unshift(`Only ${room} more image(s) can be uploaded (max ${limits.images}).`)
  notes.push(...refused.map(reasonOf))
  return { images, sentToReview, ...(notes.length > 0 && { message: notes.join(' ') }) }
}

/** A picture that is left out, and why. */
interface Refused {
  problem: ProblemError
  name?: string
}

/** What is wrong with one picture keeps no other one out; that the server is busy concerns all. */
function asRefused(error: unknown): Refused {
  if (error instanceof ProblemError && error.code !== 'unavailable') return { problem: error }
  throw error
}

/** Of one picture alone everybody knows which it is. */
const allOf = (refused: Refused[], first: Refused, came: number) =>
  came === 1 ? first.problem : new ProblemError(first.problem.code, refused.map(reasonOf).join(' '))

const reasonOf = ({ problem: { message }, name }: Refused) =>
  !name || message.includes(name) ? message : `${name}: ${message.replace(/[^.]$/, '$&.')}`

const croppedNotice = (name: string) => `${name} is very tall. Its top part is kept.`

/** Removes one of the project's own images, named by its present index or by a url of it. */
export async function removeImage(
  { db, storage }: Stores,
  ownerId: string,
  projectId: string,
  { index, url }: { index?: number | undefined; url?: string | undefined },
): Promise<Answer> {
  if ((index === undefined) === (url === undefined)) {
    throw new ProblemError('invalid_input', 'Name the image by its index or its url')
  }
  const { removed, sentToReview } = await db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await imagesOf(trx, projectId)
    const image = index === undefined ? present.find(({ id }) => id === imageIn(url!)) : present[index]
    if (!image) throw new ProblemError('not_found', 'Image not found')
    await deleteImage(trx, image.id)
    const left = present.filter((other) => other !== image).map(({ id }) => id)
    return { removed: image, sentToReview: await rearrange(trx, project, left) }
  })
  await forget(storage, [removed])
  return { images: (await projectForOwner(db, ownerId, projectId)).images, sentToReview }
}

/** Puts the images in the order of `newOrder`, which lists their present indexes. */
export async function orderImages(
  { db }: Pick<Parts, 'db'>,
  ownerId: string,
  projectId: string,
  newOrder: number[],
): Promise<Answer> {
  const sentToReview = await db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = await imagesOf(trx, projectId)
    if (newOrder.toSorted((one, other) => one - other).join() !== present.map((_, index) => index).join()) {
      throw new ProblemError('invalid_input', 'newOrder must name each present image once')
    }
    if (newOrder.every((from, to) => from === to)) return false
    return rearrange(
      trx,
      project,
      newOrder.map((from) => present[from]!.id),
    )
  })
  return { images: (await projectForOwner(db, ownerId, projectId)).images, sentToReview }
}

/** Says in words what images show, for those who do not see them. Images that are named by no url of the project are passed over. */
export async function describeImages(
  { db }: Pick<Parts, 'db'>,
  ownerId: string,
  projectId: string,
  descriptions: readonly { url: string; alt: string }[],
): Promise<Answer> {
  const sentToReview = await db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const present = new Map((await imagesOf(trx, projectId)).map(({ id, alt }) => [id, alt]))
    const changed = descriptions
      .map(({ url, alt }) => ({ id: imageIn(url) ?? '', alt }))
      .filter(({ id, alt }) => present.has(id) && present.get(id) !== alt)
    for (const { id, alt } of changed) await setAlt(trx, id, alt)
    return changed.length > 0 && sendToReview(trx, project)
  })
  return { images: (await projectForOwner(db, ownerId, projectId)).images, sentToReview }
}

async function rearrange(trx: Connection, project: ProjectRow, imageIds: string[]): Promise<boolean> {
  await placeImages(trx, imageIds)
  return sendToReview(trx, project)
}

export const keyOf = (imageId: string, file: string) => `images/${imageId}/${file}`

/** The image id in one of our own image addresses, absolute or not. */
const imageIn = (url: string) => /^(?:https?:\/\/[^/]+)?\/media\/([0-9a-f-]{36})(?:\/[\w.]+)?$/.exec(url)?.[1]

/** Deletes the objects of images that no row speaks of; what cannot be deleted now is swept later. */
const forget = (storage: Parts['storage'], images: { id: string }[]) =>
  Promise.allSettled(
    images.flatMap(({ id }) => imageFiles.picture.map((file) => storage.delete(keyOf(id, file)))),
  )

/** The pictures of projects. */
export const mediaRoutes = (app: FastifyInstance, { db, storage }: Pick<Parts, 'db' | 'storage'>) =>
  serveImages(app, storage, {
    path: '/media',
    form: 'picture',
    isPublic: (id) => imageExists(db, id),
    keyOf,
  })
