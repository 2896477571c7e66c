import type { IncomingMessage, ServerResponse } from 'node:http'

import { ProblemError } from '#contract/problem.ts'

import { slotsEach } from './slots.ts'
import { allowSlowUpload } from './slow-clients.ts'

/** Lets an upload come as slowly as files may. At most 20 of one member are taken in at once, the others wait unread. */
export async function admitUpload(memberId: string, request: IncomingMessage, response: ServerResponse) {
  allowSlowUpload(request)
  const free = await slotOf(memberId)
  if (!response.closed) return void response.once('close', free)
  free()
  throw new ProblemError('invalid_input', 'The client has left')
}

const slotOf = slotsEach(20)
