import { z } from 'zod'

import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id } from '../kit/words.ts'

const ofProject = z.object({ id: Id })

/** What an owner does with a whole listing: put away, bring back, copy. */
export const listingActions = {
  archive: endpoint({
    method: 'PUT',
    path: '/projects/:id/archive',
    summary:
      "Puts the caller's own project away: it leaves every list until it is brought back. Buyers keep what they bought.",
    access: member,
    params: ofProject,
    reply: Done,
  }),
  restore: endpoint({
    method: 'DELETE',
    path: '/projects/:id/archive',
    summary: 'Brings an archived project back as it was: what was approved is listed again.',
    access: member,
    params: ofProject,
    reply: Done,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/projects/:id/duplicate',
    summary:
      "Makes a new draft with the texts and price of the caller's own project, without its files, images and report.",
    access: member,
    limit: { requests: 20, seconds: 60 },
    params: ofProject,
    reply: Done.extend({ _id: z.string() }),
  }),
}
