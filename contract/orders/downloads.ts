import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, prose, text } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'
import {
  Changes,
  FileChanges,
  ofRelease,
  Path,
  readingLimit,
  Release,
  ReleaseNumber,
} from '../projects/source.ts'

const ofProject = z.object({ id: Id })
const insiders = [...member, ...staff] as const
const notARef = 'ref is main or a release number'
const withRef = z.object({
  ref: text(10, { missing: notARef, tooLong: notARef })
    .regex(/^(main|[1-9][0-9]{0,5})$/, notARef)
    .default('main'),
})

/** What needs a purchase, of those who are not its owner or staff. */
export const downloads = {
  archive: endpoint({
    method: 'GET',
    path: '/github/owner/repo/:id/download',
    failure: 'Download failed: {status}',
    summary: 'The source as a ZIP, for the owner, staff and buyers. `ref` is main or a release number.',
    access: insiders,
    problems: ['recalled', 'too_many_requests'],
    params: ofProject,
    query: withRef,
    reply: 'file',
  }),
  link: endpoint({
    method: 'GET',
    path: '/github/owner/repo/:id/download/link',
    failure: 'Download failed: {status}',
    summary:
      'A signed link to the same ZIP, with which a browser downloads it by itself: good for an hour, and for whoever has it.',
    access: insiders,
    problems: ['recalled', 'too_many_requests'],
    params: ofProject,
    query: withRef,
    reply: Done.extend({ downloadUrl: z.string(), fileName: z.string() }),
  }),
  mailLink: endpoint({
    method: 'POST',
    path: '/orders/:id/computer-link',
    failure: 'Failed to send the link',
    summary:
      'Mails the buyer a link with which they download the order on a computer without signing in: for 24 hours, three times.',
    access: member,
    problems: ['recalled', 'too_many_requests', 'conflict'],
    params: ofProject,
    reply: Done.extend({ message: z.string() }),
  }),
  reportLink: endpoint({
    method: 'GET',
    path: '/projects/:id/report/download',
    failure: 'Failed to generate download link',
    summary: 'A signed link to the report, good for 5 minutes, for the owner, staff and buyers.',
    access: insiders,
    params: ofProject,
    reply: Done.extend({ downloadUrl: z.string(), fileName: z.string() }),
  }),
  releases: endpoint({
    method: 'GET',
    path: '/projects/:id/releases',
    summary:
      'The releases of a project, newest first: all for its owner and staff, for a buyer those that they may download.',
    access: insiders,
    params: ofProject,
    reply: Done.extend({ releases: z.array(Release) }),
  }),
  setNotes: endpoint({
    method: 'PUT',
    path: '/projects/:id/releases/:number/notes',
    summary:
      'What the owner tells buyers about a release. It is not on the public page, so it needs no new verification.',
    access: member,
    params: ofRelease,
    body: z.object({ notes: prose(2000, 'Write a few words') }),
    reply: Done.extend({ releases: z.array(Release) }),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/projects/:id/releases/:number/changes',
    summary: 'Which files changed from release `from` to this one, for whoever may download both.',
    access: insiders,
    limit: readingLimit,
    params: ofRelease,
    query: z.object({ from: ReleaseNumber }),
    reply: Done.extend({ changes: Changes }),
  }),
  fileChanges: endpoint({
    method: 'GET',
    path: '/projects/:id/releases/:number/changes/file',
    summary:
      'How one file changed from release `from` to this one, line by line, for whoever may download both.',
    access: insiders,
    limit: readingLimit,
    params: ofRelease,
    query: z.object({ from: ReleaseNumber, path: Path }),
    reply: Done.extend({ changes: FileChanges }),
  }),
}
