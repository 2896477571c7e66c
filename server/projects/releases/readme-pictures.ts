import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'

import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { parentOf } from '#contract/projects/files.ts'

import { type MemberStore, withMemberStore } from '../../accounts/member-store.ts'
import type { Dependencies } from '../../dependencies.ts'
import { encodeStored } from '../../platform/images/encode.ts'
import { pictureSeenBy } from '../../platform/images/pass.ts'
import { serveImages } from '../../platform/images/serve.ts'
import { imageFiles } from '../../platform/images/variants.ts'
import type { Picture } from '../../platform/markdown/markup.ts'
import { readBlob } from './blobs.ts'
import {
  copiesOfPictures,
  filesNamed,
  insertReadmePicture,
  projectOfReadmePicture,
} from './readme-picture-queries.ts'

/** Pictures of a README that are shown. */
const maxPictures = 12

/**
 * The pictures of a README that are in its release, by the names in it: our own copies of them, made when there are
 * none yet. Those that are no jpeg, png or webp, or too large, are left out, and those for which the owner has no room
 * in the store. Throws when bytes are lost or damaged.
 */
export function readmePictures(
  dependencies: Dependencies,
  of: { releaseId: string; ownerId: string; readme: string },
  names: readonly string[],
): Promise<Map<string, Picture>> {
  return withMemberStore(dependencies, of.ownerId, (store) => copyPictures(dependencies, store, of, names))
}

async function copyPictures(
  { db, storage }: Dependencies,
  store: MemberStore,
  { releaseId, ownerId, readme }: Parameters<typeof readmePictures>[1],
  names: readonly string[],
) {
  const wanted = new Map(names.flatMap((name) => entryIfIn(name, readme)).slice(0, maxPictures))
  const files = wanted.size > 0 ? await filesNamed(db, releaseId, [...wanted.values()]) : []
  const known = new Map(
    (await copiesOfPictures(db, releaseId, files)).map((copy) => [copy.sha256, { ...copy, bytes: 0 }]),
  )
  const pictures = new Map<string, Picture>()
  for (const [name, path] of wanted) {
    const file = files.find((one) => one.path === path) ?? files.find((one) => isLike(one.path, path))
    if (!file || file.size > limits.imageBytes) continue
    const copy = known.get(file.sha256) ?? (await copyOf(storage, store, file))
    if (!copy) continue
    known.set(file.sha256, { ...copy, bytes: 0 })
    await insertReadmePicture(db, { ...copy, releaseId, memberId: ownerId })
    pictures.set(name, pictureAt(copy))
  }
  return pictures
}

const entryIfIn = (name: string, readme: string): [name: string, path: string][] => {
  const path = pathOfPicture(name, readme)
  return path === undefined ? [] : [[name, path]]
}

const isLike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

interface Copy {
  id: string
  sha256: string
  width: number
  height: number
  /** Of all its sizes together; 0 when it was there before. */
  bytes: number
}

/** Makes our own copy of a picture and stores it; undefined for one that is refused or has no room. */
async function copyOf(
  storage: Dependencies['storage'],
  store: MemberStore,
  file: { path: string; sha256: string; key: string },
): Promise<Copy | undefined> {
  const encoded = await encodeStored(await readBlob(storage, file), file.path)
  if (!encoded) return undefined
  const id = uuid()
  try {
    for (const { name, bytes } of encoded.files) await store.put(keyOf(id, name), bytes)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
  const bytes = encoded.files.reduce((sum, file) => sum + file.bytes.length, 0)
  return { id, sha256: file.sha256, width: encoded.width, height: encoded.height, bytes }
}

/** A picture as a page shows it: the addresses of its copies. */
export const pictureAt = ({ id, width, height }: Pick<Copy, 'id' | 'width' | 'height'>): Picture => ({
  width,
  height,
  sources: imageFiles.picture
    .filter((file) => file.endsWith('webp'))
    .map((file) => ({ src: `${address}/${id}/${file}`, width: Number.parseInt(file) })),
})

/**
 * The path in the upload of a picture that a README names: relative to the README, from the top, or at an address of
 * the same file on GitHub. Undefined for a picture of another site.
 */
export function pathOfPicture(name: string, readme: string): string | undefined {
  const onGithub =
    /^https?:\/\/(?:(?:www\.)?github\.com\/[^/]+\/[^/]+\/(?:blob|raw)|raw\.githubusercontent\.com\/[^/]+\/[^/]+(?:\/refs\/heads)?)\/[^/]+\/(.+)$/i.exec(
      name,
    )?.[1]
  if (onGithub === undefined && /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(name)) return undefined
  const written = decoded((onGithub ?? name).replace(/[?#].*$/, '')).replaceAll('\\', '/')
  const parts = onGithub !== undefined || written.startsWith('/') ? [] : parentOf(readme).split('/')
  for (const part of written.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.filter((part) => part !== '').join('/') || undefined
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const address = '/media/readme'
const keyOf = (id: string, file: string) => `${readmePictureFolder}${id}/${file}`

/** The folder of the store with our copies of READMEs' pictures. */
export const readmePictureFolder = 'readme-pictures/'

/** The HTML of a README whose pictures end with a pass of its project (server/platform/images/pass.ts). */
export const withPasses = (html: string, pass: string): string =>
  html.replaceAll(
    new RegExp(`${address}/[0-9a-f-]{36}/\\d+\\.webp`, 'g'),
    `$&${pass.replaceAll('&', '&amp;')}`,
  )

/** Serves the pictures of READMEs. */
export const readmePictureRoutes = (app: FastifyInstance, { db, storage, secret }: Dependencies) =>
  serveImages(app, storage, {
    path: address,
    form: 'picture',
    seenBy: async (id, query) => {
      const project = await projectOfReadmePicture(db, id)
      return project && pictureSeenBy(secret, project, query)
    },
    keyOf,
  })
