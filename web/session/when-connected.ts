import type { Send } from '#contract/client.ts'

import { untilAnswered } from '../ui/connection/until-answered.ts'
import { noConnection } from './fetch-call.ts'

/** Sends as `send` does, for as long as there is no connection: again and again until there is one, or `signal` ends it. What `send` throws itself, a redirect to sign in, is an answer. */
export const whenConnected =
  (send: Send, signal?: AbortSignal): Send =>
  async (call) => {
    const answer = await untilAnswered(async () => {
      const [sent] = await Promise.allSettled([send(call)])
      if (sent.status === 'fulfilled' && sent.value === noConnection) throw new Error('No connection')
      return sent
    }, signal)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }
