import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, prose } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** The reasons why something did not run. */
export const runTroubles = ['setup', 'missing_files', 'errors', 'database', 'other'] as const
export type RunTrouble = (typeof runTroubles)[number]

/** The labels of the reasons why something did not run. */
export const runTroubleLabels: Record<RunTrouble, string> = {
  setup: 'The setup is unclear',
  missing_files: 'Files are missing',
  errors: 'Errors at the start',
  database: 'A problem with the database',
  other: 'Something else',
}

/** The sentence of the form and the mail about who reads an answer. */
export const runAnswerReaders =
  'The owner of the project and our staff read your answer, the owner without your name. Everybody sees only how many said yes, once five have answered.'

/** A buyer's answer whether what they bought ran. */
export const RunAnswer = z.object({
  ran: z.boolean(),
  /** Null when it ran. */
  reason: z.enum(runTroubles).nullable(),
  text: z.string(),
  answeredAt: z.string(),
})
schemaNames.add(RunAnswer, { id: 'RunAnswer' })
export type RunAnswer = z.infer<typeof RunAnswer>

/** A buyer's answer as the owner sees it, without anything that identifies the buyer. */
export const ReceivedAnswer = z.object({
  ran: z.boolean(),
  reason: z.enum(runTroubles).nullable(),
  /** Empty when it was written while only staff read it. */
  text: z.string(),
  answeredAt: z.string(),
  /** Whether the order was free; such answers are counted separately. */
  isFree: z.boolean(),
})
schemaNames.add(ReceivedAnswer, { id: 'ReceivedRunAnswer' })
export type ReceivedAnswer = z.infer<typeof ReceivedAnswer>

const ofOrder = z.object({ id: Id })
const reply = Done.extend({
  answer: RunAnswer.nullable(),
  /** Whether the source was downloaded and the order is not refunded. */
  mayAnswer: z.boolean(),
})

export const runAnswers = {
  get: endpoint({
    method: 'GET',
    path: '/orders/:id/run',
    summary:
      'What the caller said about whether the thing of one of their orders ran, and whether they may say it.',
    access: member,
    params: ofOrder,
    reply,
  }),
  received: endpoint({
    method: 'GET',
    path: '/projects/:id/run-answers',
    summary:
      'What buyers said about whether a project ran, the newest 100, and how many said what. For its owner and staff; refunded orders do not count.',
    access: [...member, ...staff],
    params: z.object({ id: Id }),
    reply: Done.extend({
      answers: z.array(ReceivedAnswer),
      runs: z.object({ ran: z.int(), of: z.int(), freeRan: z.int(), freeOf: z.int() }),
    }),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/orders/:id/run',
    summary:
      'Says whether it ran, after the first download of the source. Said again, it takes the place of what was said before.',
    access: member,
    problems: ['conflict'],
    params: ofOrder,
    body: z
      .object({
        ran: z.boolean({ error: 'Choose Yes or No' }),
        reason: z.enum(runTroubles, { error: 'Choose what went wrong' }).nullable().default(null),
        text: prose(500).default(''),
      })
      .refine(({ ran, reason }) => ran || reason !== null, {
        path: ['reason'],
        error: 'Choose what went wrong',
      }),
    reply,
  }),
}
