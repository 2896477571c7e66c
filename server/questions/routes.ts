import { questions } from '#contract/projects/questions.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { answerQuestion, ask, hideQuestion, questionsOf } from './service.ts'

export const questionRoutes = (serve: Serve, parts: Parts) =>
  serve(questions, {
    list: async ({ params }, { caller }) => ({
      success: true,
      questions: await questionsOf(parts, caller, params.id),
    }),
    ask: async ({ params, body }, { caller }) => ({
      success: true,
      question: await ask(parts, caller, params.id, body.text),
    }),
    answer: async ({ params, body }, { caller }) => ({
      success: true,
      question: await answerQuestion(parts, caller.id, params, body.text),
    }),
    hide: async ({ params, body }, { caller }) => ({
      success: true,
      question: await parts.db
        .transaction()
        .execute((trx) => hideQuestion(parts, trx, caller, params, body.reason)),
    }),
  })
