import { z } from 'zod'

import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id } from '../kit/words.ts'

/** One place where a member is signed in. */
const Session = z.object({
  id: z.string(),
  /** Such as 'Chrome on Windows'; empty when the browser does not say. */
  device: z.string(),
  /** The first half of the address it was last used from, such as '103.21.x.x'; empty when unknown. */
  network: z.string(),
  createdAt: z.string(),
  /** To a quarter of an hour. */
  lastUsedAt: z.string(),
  isThisDevice: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const sessions = {
  mine: endpoint({
    method: 'GET',
    path: '/users/sessions',
    summary: 'Where the caller is signed in: this session first, then the last used.',
    access: member,
    reply: Done.extend({ sessions: z.array(Session) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/users/sessions/:id',
    summary: 'Ends one of the sessions of the caller: its access and refresh tokens stop working at once.',
    access: member,
    params: z.object({ id: Id }),
    reply: Done,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/users/sessions',
    summary: 'Ends all sessions of the caller but this one, at once.',
    access: member,
    reply: Done.extend({ ended: z.int() }),
  }),
}
