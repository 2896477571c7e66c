import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v4 as uuid } from 'uuid'
import { z } from 'zod'

import { limits } from '#contract/kit/limits.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import { helpLimits } from '#contract/orders/help.ts'

import { type MemberStore, withMemberStore } from '../../accounts/member-store.ts'
import type { Dependencies } from '../../dependencies.ts'
import { sameText, sign } from '../../platform/crypto.ts'
import { eachPart, parseForm, partsOf } from '../../platform/http/bodies.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { admitImages, encodeUpload } from '../../platform/images/encode.ts'
import { serveImages } from '../../platform/images/serve.ts'
import { imageFiles } from '../../platform/images/variants.ts'
import { sweepById } from '../../platform/storage/sweep.ts'
import { existingPictures } from './queries.ts'

/** A picture that is stored and belongs to no message yet. `memberId`: who has it stored; null for staff. */
export interface StoredPicture {
  id: string
  width: number
  height: number
  memberId: string | null
  bytes: number
}

/**
 * Reads the form of a help request or a message, with its pictures, which are encoded anew and stored, and calls a
 * function with both. Its pictures are deleted again when that fails, or answers that they are not wanted. Without
 * pictures it may come as JSON. Throws invalid_input with the field, and as `encodeUpload` does.
 */
export async function withHelpForm<Schema extends z.ZodObject, Result>(
  dependencies: Dependencies,
  caller: Caller,
  request: FastifyRequest,
  schema: Schema,
  save: (
    fields: z.output<Schema>,
    pictures: StoredPicture[],
  ) => Promise<{ result: Result; keepsPictures: boolean }>,
): Promise<Result> {
  const { storage } = dependencies
  if (!request.isMultipart()) {
    const { result } = await save(parseForm(schema, (request.body ?? {}) as Record<string, unknown>), [])
    return result
  }
  const work = async (store: Store) => {
    const pictures: StoredPicture[] = []
    let isKept = false
    try {
      const fields = await readForm(store, caller, request, pictures)
      const { result, keepsPictures } = await save(parseForm(schema, fields), pictures)
      isKept = keepsPictures
      return result
    } finally {
      // What cannot be deleted now is swept later.
      if (!isKept)
        await Promise.allSettled(keysOf(pictures.map(({ id }) => id)).map((key) => store.delete(key)))
    }
  }
  return isStaff(caller)
    ? work({ ...unlimited, put: (...file) => storage.put(...file), delete: (key) => storage.delete(key) })
    : withMemberStore(dependencies, caller.id, work)
}

type Store = Pick<MemberStore, 'put' | 'delete' | 'requireRoom'>
/** Staff have no store of their own. */
const unlimited = { requireRoom: async () => {} }

/**
 * Reads the text fields of a form, and adds its pictures, stored, to a list; a file without a name is what browsers send
 * when none was chosen.
 */
async function readForm(store: Store, caller: Caller, request: FastifyRequest, pictures: StoredPicture[]) {
  const fields = new Map<string, string>()
  const steps: string[] = []
  let release: (() => void) | undefined
  try {
    await eachPart(partsOf(request, limits.imageBytes, { fields: helpLimits.steps + 10 }), async (part) => {
      if (part.type === 'field') {
        const value = String(part.value)
        if (part.fieldname === 'steps') steps.push(value)
        else fields.set(part.fieldname, value)
      } else if (part.fieldname === 'pictures' && part.filename) {
        if (pictures.length === helpLimits.pictures)
          throw fieldProblem('pictures', `At most ${helpLimits.pictures} pictures`)
        release ??= await admitImages(caller.id)
        pictures.push(await storePicture(store, caller, part))
      }
    })
  } finally {
    release?.()
  }
  return { ...Object.fromEntries(fields), steps }
}

async function storePicture(store: Store, caller: Caller, part: MultipartFile): Promise<StoredPicture> {
  await store.requireRoom(1)
  const made = await encodeUpload(part, { memberId: caller.id, form: 'screenshot' }).catch(atField)
  const { width, height, files } = made
  // Entirely random, so that no address can be guessed from another.
  const id = uuid()
  for (const { name, bytes } of files) await store.put(pictureKey(id, name), bytes)
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return { id, width, height, memberId: isStaff(caller) ? null : caller.id, bytes }
}

/** Names the field of a picture that is refused. */
function atField(error: unknown): never {
  if (!(error instanceof ProblemError) || error.code === 'unavailable') throw error
  throw fieldProblem('pictures', error.message, error.code)
}

const pictureKey = (id: string, file: string) => `help/${id}/${file}`

/** The keys of pictures in the store. */
export const keysOf = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => imageFiles.screenshot.map((file) => pictureKey(id, file)))

/** Deletes stored pictures that belong to no message. */
export const sweepHelpPictures = ({ db, storage }: Dependencies): Promise<void> =>
  sweepById({ db, storage }, 'help/', (ids) => existingPictures(db, ids))

const lifeSeconds = 5 * 60
const path = '/media/help'

/** The address of a picture, for somebody who may see it; it works for 5 minutes. */
export function linkToPicture(secret: string, id: string): string {
  const expires = String(Math.floor(Date.now() / 1000) + lifeSeconds)
  const pass = new URLSearchParams({ expires, signature: signatureOf(secret, id, expires) })
  return `${path}/${id}/${imageFiles.screenshot[0]}?${pass}`
}

const Pass = z.object({ expires: z.string().regex(/^\d{1,12}$/), signature: z.string().max(100) })

const signatureOf = (secret: string, id: string, expires: string) =>
  sign(secret, 'help picture', `${id} ${expires}`)

/** Serves the pictures of help requests behind their links. */
export const helpPictureRoutes = (app: FastifyInstance, { storage, secret }: Dependencies) =>
  serveImages(app, storage, {
    path,
    form: 'screenshot',
    seenBy: async (id, query) => {
      const { data: pass } = Pass.safeParse(query)
      const isGood =
        pass !== undefined &&
        Number(pass.expires) * 1000 > Date.now() &&
        sameText(signatureOf(secret, id, pass.expires), pass.signature)
      return isGood ? 'some' : undefined
    },
    keyOf: pictureKey,
  })
