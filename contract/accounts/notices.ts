import { endpoint, superAdmin } from '../kit/endpoint.ts'
import { Done, Id, line, prose } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** The reasons for a mail to all members: changed terms, the rules of use every three months, a breach, or another. */
export const noticeKinds = ['terms', 'rules', 'breach', 'other'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The months after which members are reminded of the rules: rule 3(1)(c) of the IT Rules, 2021. */
export const reminderMonths = 3

export const Notice = z.object({
  _id: z.string(),
  kind: z.enum(noticeKinds),
  subject: z.string(),
  text: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** The members whose mail is queued or sent. */
  sent: z.int(),
  state: z.enum(['sending', 'stopped', 'done']),
  endedAt: z.string().nullable(),
})
schemaNames.add(Notice, { id: 'Notice' })
export type Notice = z.infer<typeof Notice>

export const NewNotice = z.object({
  kind: z.enum(noticeKinds, { error: 'Choose what it is about' }).default('other'),
  subject: line(150, 'Write a subject').min(1, 'Write a subject'),
  text: prose(10_000, 'Write a text').min(1, 'Write a text'),
})

export const notices = {
  list: endpoint({
    method: 'GET',
    path: '/admin/notices',
    summary: 'The mails to all members, the newest first, and how many members there are.',
    access: superAdmin,
    reply: Done.extend({ notices: z.array(Notice), members: z.int() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/notices',
    summary:
      'Mails all members once, as mail that nobody can switch off, in a job that can be stopped and goes on where it stopped.',
    access: superAdmin,
    problems: ['conflict'],
    limit: { requests: 10, seconds: 3600, protects: 'people' },
    body: NewNotice.extend({ idempotencyKey: line(100).min(10).optional() }),
    bodyLimit: 128 * 1024,
    reply: Done.extend({ notice: Notice }),
  }),
  move: endpoint({
    method: 'PUT',
    path: '/admin/notices/:id',
    summary: 'Stops a mail to all members, or lets it go on where it stopped.',
    access: superAdmin,
    problems: ['conflict'],
    params: z.object({ id: Id }),
    body: z.object({ action: z.enum(['stop', 'continue'], { error: 'Choose what to do' }) }),
    reply: Done.extend({ notice: Notice }),
  }),
}
