import { z } from 'zod'

import { endpoint } from '../kit/endpoint.ts'
import { Done, Id, text } from '../kit/words.ts'

/** Where somebody was before they looked at a project. */
const viewSources = [
  'Project list',
  'Search here',
  'Home',
  'Another project',
  'Owner’s profile',
  'Other pages here',
  'Google',
  'Bing',
  'DuckDuckGo',
  'WhatsApp',
  'Instagram',
  'Facebook',
  'YouTube',
  'LinkedIn',
  'Telegram',
  'X',
  'GitHub',
  'Other sites',
  'Direct or unknown',
] as const
export type ViewSource = (typeof viewSources)[number]

export const views = {
  count: endpoint({
    method: 'POST',
    path: '/projects/:id/views',
    summary:
      'Counts a view of a project’s page: once in a visit, of a published project only; those of crawlers are none.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 300, seconds: 60 },
    params: z.object({ id: Id }),
    /** `from`: the address before it, of this site as a path; empty when none is known. */
    body: z.object({ from: text(2000) }),
    reply: Done,
  }),
}
