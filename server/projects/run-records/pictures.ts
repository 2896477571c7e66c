import type { FastifyInstance } from 'fastify'

import { runLimits } from '#contract/projects/runners.ts'

import type { Dependencies } from '../../dependencies.ts'
import { pictureSeenBy } from '../../platform/images/pass.ts'
import { serveImages } from '../../platform/images/serve.ts'
import { imageFiles } from '../../platform/images/variants.ts'
import { sweepById } from '../../platform/storage/sweep.ts'
import { existingRunPictures, forgetOldPictures, pictureOfRun } from './record-queries.ts'

const runPictureFolder = 'runs/'

/** The key of a picture in the store. */
export const pictureKey = (id: string, file: string) => `${runPictureFolder}${id}/${file}`

/** The keys of pictures in the store. */
export const keysOfPictures = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => imageFiles.page.map((file) => pictureKey(id, file)))

/** The address of a picture. */
export const addressOf = (id: string, file: (typeof imageFiles.page)[number]) => `/media/runs/${id}/${file}`

/**
 * Tells whether bytes begin as a PNG of exactly the size of our pages, before anything decodes them: a signature, and then
 * a header with both lengths (PNG 3rd edition, sections 5.2 and 11.2.1).
 */
export const isPageShaped = (bytes: Buffer): boolean =>
  bytes.length > 33 &&
  bytes.length <= runLimits.picture.bytes &&
  bytes.subarray(0, 16).equals(beginning) &&
  bytes.readUInt32BE(16) === runLimits.picture.width &&
  bytes.readUInt32BE(20) === runLimits.picture.height

const beginning = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Serves the pictures of runs: those that are shown to everybody, all others to those with a pass of the project. */
export const runPictureRoutes = (app: FastifyInstance, { db, storage, secret }: Dependencies) =>
  serveImages(app, storage, {
    path: '/media/runs',
    form: 'page',
    seenBy: async (id, query) => {
      const picture = await pictureOfRun(db, id)
      return picture && pictureSeenBy(secret, picture, query)
    },
    keyOf: pictureKey,
  })

/** Deletes the pictures of runs that are kept no longer, and those in the store that belong to none. */
export async function sweepRunPictures({ db, storage }: Dependencies): Promise<void> {
  for (const key of keysOfPictures(await forgetOldPictures(db))) await storage.delete(key)
  await sweepById({ db, storage }, runPictureFolder, (ids) => existingRunPictures(db, ids))
}
