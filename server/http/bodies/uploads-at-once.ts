import type { IncomingMessage, ServerResponse } from 'node:http'

import { ProblemError } from '#contract/kit/problem.ts'

import { limiterEach } from '../../overload/limiter-each.ts'
import { allowSlowUpload } from './slow-clients.ts'

/** Lets an upload come as slowly as files may. At most 20 of one member are taken in at once, the others wait unread. */
export async function admitUpload(memberId: string, request: IncomingMessage, response: ServerResponse) {
  allowSlowUpload(request)
  const release = await takeSlot(memberId)
  if (release && !response.closed) return void response.once('close', release)
  release?.()
  throw new ProblemError('invalid_input', 'The client has left')
}

const takeSlot = limiterEach({ slots: 20 })
