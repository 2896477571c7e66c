import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** An error of a page in browsers of one kind, and how often it happened. */
export const BrowserError = z.object({
  /** The message without any text of the user. */
  message: z.string(),
  /** The pattern of the page's path, such as `/projects/:id`. */
  page: z.string(),
  /** Name and version of the browser, such as `Chrome 156`. */
  browser: z.string(),
  /** The build of the pages that was running. */
  release: z.string(),
  /** File, line and column in our own script of the last occurrence; empty when there was none. */
  place: z.string(),
  count: z.int(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
})
schemaNames.add(BrowserError, { id: 'BrowserError' })
export type BrowserError = z.infer<typeof BrowserError>

export const browserErrors = {
  report: endpoint({
    method: 'POST',
    path: '/browser-errors',
    summary:
      'Counts an error that a page met in a browser. Quoted pieces, addresses, emails and numbers are taken out of its message, and what is too long is cut.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 30, seconds: 60, protects: 'process' },
    body: z.object({
      message: text(1000).min(1, 'Say which error it was'),
      page: text(100).regex(/^[/*][a-z:*?/-]*$/i, 'Name the page by its pattern'),
      place: text(100).regex(/^(assets\/[\w-]+\.js:\d+:\d+)?$/, 'Name the place as file:line:column'),
      release: text(20).regex(/^[\da-z]+$/, 'Name the release by its letters and digits'),
    }),
    bodyLimit: 16 * 1024,
    reply: Done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/browser-errors',
    summary:
      'The errors that browsers met in the last 30 days, the newest 20, and how many more were counted together.',
    access: staff,
    reply: Done.extend({ errors: z.array(BrowserError), others: z.int() }),
  }),
}
