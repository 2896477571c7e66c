import { z } from 'zod'

import { sameText, sign } from '../crypto.ts'
import type { SeenBy } from './serve.ts'

/** Seconds for which the pictures behind a pass can be seen; at least half of them are left when it is given. */
const lifeSeconds = 60 * 60

/**
 * What follows the address of a picture of a project that is not published, for somebody who may see it: a signature
 * that ends within an hour. It stays the same for half an hour, so that browsers know the picture again.
 */
export function picturePass(secret: string, projectId: string, now = Date.now()): string {
  const step = lifeSeconds / 2
  const expires = String((Math.floor(now / 1000 / step) + 2) * step)
  return `?${new URLSearchParams({ expires, signature: signatureOf(secret, projectId, expires) })}`
}

const Pass = z.object({ expires: z.string().regex(/^\d{1,12}$/), signature: z.string().max(100) })

/** Tells who sees a picture of a project at an address with this query: everybody, or who has a pass that has not ended. */
export function pictureSeenBy(
  secret: string,
  project: { id: string; isPublished: boolean },
  query: unknown,
): SeenBy | undefined {
  if (project.isPublished) return 'all'
  const { data: pass } = Pass.safeParse(query)
  const isGood =
    pass !== undefined &&
    Number(pass.expires) * 1000 > Date.now() &&
    sameText(signatureOf(secret, project.id, pass.expires), pass.signature)
  return isGood ? 'some' : undefined
}

const signatureOf = (secret: string, projectId: string, expires: string) =>
  sign(secret, 'pictures', `${projectId} ${expires}`)

/** A project or card for somebody who may see its pictures although it may not be published. */
export const withPicturePass = <Card extends { _id: string; images: { url: string }[] }>(
  secret: string,
  card: Card,
): Card => {
  const pass = picturePass(secret, card._id)
  return { ...card, images: card.images.map((image) => ({ ...image, url: image.url + pass })) }
}
