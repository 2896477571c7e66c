import type { FastifyRequest } from 'fastify'

import { ProblemError } from '#contract/kit/problem.ts'

/** Logs a refused sign-in with who was named and from where, and passes the refusal on. */
export const denied =
  (request: FastifyRequest, account: string) =>
  (refusal: unknown): never => {
    if (refusal instanceof ProblemError) {
      request.log.warn({ event: 'sign-in refused', reason: refusal.code, account, address: request.ip })
    }
    throw refusal
  }
