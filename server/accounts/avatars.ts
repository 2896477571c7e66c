import type { Multipart } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { v4 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import { eachPart } from '../platform/http/bodies.ts'
import { admitImages, encodeUpload } from '../platform/images/encode.ts'
import { serveImages } from '../platform/images/serve.ts'
import { imageFiles } from '../platform/images/variants.ts'
import { sweepById } from '../platform/storage/sweep.ts'
import { type Member } from './lookup-queries.ts'
import { type MemberStore, withMemberStore } from './member-store.ts'
import { existingPictures, isActivePicture, replacePicture } from './queries.ts'

/**
 * Replaces the member's picture with the first one of a form, cut to its middle square, and deletes the previous one.
 * Throws a ProblemError as `encodeUpload` does.
 */
export async function changeAvatar(
  dependencies: Dependencies,
  memberId: string,
  request: AsyncIterable<Multipart>,
): Promise<Member> {
  const release = await admitImages(memberId)
  return withMemberStore(dependencies, memberId, (store) =>
    change(dependencies, store, memberId, request),
  ).finally(release)
}

async function change(
  dependencies: Dependencies,
  store: MemberStore,
  memberId: string,
  request: AsyncIterable<Multipart>,
) {
  // Entirely random, so that no address can be guessed from another.
  const id = uuid()
  let isReceived = false
  try {
    await eachPart(request, async (part) => {
      if (part.type !== 'file' || part.fieldname !== 'avatar' || isReceived) return
      isReceived = true
      await store.requireRoom(1)
      const { files } = await encodeUpload(part, { memberId, form: 'avatar' })
      for (const { name, bytes } of files) await store.put(avatarKey(id, name), bytes)
    })
    if (!isReceived) throw new ProblemError('invalid_input', 'Choose a picture')
    return await replace(dependencies, memberId, id)
  } catch (error) {
    await deleteFiles(store, id)
    throw error
  }
}

/** Removes a member's picture, if there is one. */
export const removeAvatar = (dependencies: Dependencies, memberId: string): Promise<Member> =>
  replace(dependencies, memberId, null)

/** Deletes stored pictures that belong to no member: those of a process killed between storing and deleting. */
export const sweepAvatars = ({ db, storage }: Dependencies): Promise<void> =>
  sweepById({ db, storage }, 'avatars/', (ids) => existingPictures(db, ids))

export const avatarKey = (pictureId: string, file: string) => `avatars/${pictureId}/${file}`

/** The storage key of the largest variant of a picture. */
export const largestAvatarKey = (pictureId: string) => avatarKey(pictureId, '384.webp')

async function replace({ db, storage }: Dependencies, memberId: string, pictureId: string | null) {
  const { member, before } = await db.transaction().execute((trx) => replacePicture(trx, memberId, pictureId))
  if (before) await deleteFiles(storage, before)
  return member
}

/** Failures are ignored: the sweep deletes the files later. */
const deleteFiles = (storage: Pick<MemberStore, 'delete'>, pictureId: string) =>
  Promise.allSettled(imageFiles.avatar.map((file) => storage.delete(avatarKey(pictureId, file))))

/** Serves the members' pictures. */
export const avatarRoutes = (app: FastifyInstance, { db, storage }: Dependencies) =>
  serveImages(app, storage, {
    path: '/media/avatars',
    form: 'avatar',
    seenBy: async (id) => ((await isActivePicture(db, id)) ? 'all' : undefined),
    keyOf: avatarKey,
  })
