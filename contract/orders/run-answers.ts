import { z } from 'zod'

import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id, prose } from '../kit/words.ts'

/** Why something did not run. */
export const runTroubles = ['setup', 'missing_files', 'errors', 'database', 'other'] as const
export type RunTrouble = (typeof runTroubles)[number]

/** Whether what a buyer bought ran, in their own words. */
export const RunAnswer = z.object({
  ran: z.boolean(),
  /** Null when it ran. */
  reason: z.enum(runTroubles).nullable(),
  text: z.string(),
  answeredAt: z.string(),
})
export type RunAnswer = z.infer<typeof RunAnswer>

const ofOrder = z.object({ id: Id })
const reply = Done.extend({
  answer: RunAnswer.nullable(),
  /** The source was downloaded and the order is not refunded. */
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
  set: endpoint({
    method: 'PUT',
    path: '/orders/:id/run',
    summary:
      'Says whether it ran, after the first download of the source. Said again, it takes the place of what was said before.',
    access: member,
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
