import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { sameText, sign } from '../../platform/crypto.ts'

/** The seconds in which a link starts a download, and those in which one that has begun goes on. */
export const linkSeconds = 60 * 60
const resumeSeconds = 24 * 60 * 60

/** Who downloads by a link: the buyer of an order, who has a seat of one, the owner of a project, or staff. */
export interface Holder {
  kind: 'order' | 'seat' | 'member' | 'staff'
  id: string
}

/** The name under which a project's source is saved. */
export const sourceName = (projectId: string, ref: string) => `project-${projectId}-${ref}.zip`

/**
 * Makes a signed link to a project's source, with which a browser downloads it by itself. It is good for an hour and for
 * whoever has it; whether its holder may still download is checked whenever it is used.
 */
export function sourceLink(
  secret: string,
  { kind, id }: Holder,
  { projectId, ref = 'main' }: { projectId: string; ref?: string },
): string {
  const name = sourceName(projectId, ref)
  const expires = Math.floor(Date.now() / 1000) + linkSeconds
  const signature = signatureOf(secret, { kind, id, name, expires })
  return `/files/downloads/${kind}/${id}/${name}?${new URLSearchParams({ expires: String(expires), signature })}`
}

/** The address of a link. Its name is the last part, because some download managers take the file's name from there. */
export const sourceLinkPath = '/files/downloads/:kind/:id/:name'

/**
 * Reads the parameters of a link. `isOver`: it starts no download any more, but one that has begun may go on. Throws
 * not_allowed for a link that is not ours, or too old for that.
 */
export function readSourceLink(
  secret: string,
  params: object,
): { holder: Holder; projectId: string; ref: string; isOver: boolean } {
  const { data: link } = Link.safeParse(params)
  if (!link || !sameText(signatureOf(secret, link), link.signature)) throw linkOver()
  const secondsOver = Date.now() / 1000 - link.expires
  if (secondsOver > resumeSeconds - linkSeconds) throw linkOver()
  const [, projectId = '', ref = ''] = namePattern.exec(link.name)!
  return { holder: link, projectId, ref, isOver: secondsOver > 0 }
}

export const linkOver = () =>
  new ProblemError('not_allowed', 'This link does not work any more. Please press Download again.')

/** The signature covers who downloads what, under which name, until when. */
const signatureOf = (
  secret: string,
  { kind, id, name, expires }: Holder & { name: string; expires: number },
) => sign(secret, 'source', `${kind} ${id} ${name} ${expires}`)

const namePattern = /^project-([0-9a-f-]{36})-(main|\d{1,6})\.zip$/

const Link = z.object({
  kind: z.enum(['order', 'seat', 'member', 'staff']),
  id: z.uuid(),
  name: z.string().regex(namePattern),
  expires: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  signature: z.string().max(100),
})
