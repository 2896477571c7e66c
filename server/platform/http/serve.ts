import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import {
  bodyBytes,
  type Endpoint,
  type Received,
  type ReplyFields,
  type Role,
} from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../database/connection.ts'
import { callLimiter } from '../rate-limits/rate-limits.ts'
import type { Caller, Identify } from './caller.ts'
import { admitUpload } from './slow-clients.ts'

type CallerOf<E extends Endpoint> = E['access'] extends readonly Role[]
  ? Caller<E['access'][number]>
  : Caller | undefined

/** The context of a handler besides its input. */
interface HandlerContext<E extends Endpoint = Endpoint> {
  caller: CallerOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** The result of a handler, which may return nothing when the reply needs no field. */
type Answer<E extends Endpoint> = E['reply'] extends 'file'
  ? FastifyReply
  : ReplyFields<E> | ({} extends ReplyFields<E> ? void : never)
type Handler<E extends Endpoint> = (received: Received<E>, context: HandlerContext<E>) => Promise<Answer<E>>
/** A handler for each endpoint of a group. */
export type Handlers<G extends Record<string, Endpoint>> = { [Name in keyof G]: Handler<G[Name]> }

export type Serve = <G extends Record<string, Endpoint>>(endpoints: G, handlers: NoInfer<Handlers<G>>) => void

/**
 * Serves groups of declared endpoints below /api, one handler each. Schemas check the input and drop every field of the output
 * that the contract does not name; access and limits are enforced here.
 */
export function serveOn(app: FastifyInstance, db: Connection, identify: Identify): Serve {
  const limitCall = callLimiter(db)
  return (endpoints, handlers) => {
    for (const [name, declared] of Object.entries(endpoints)) {
      const handler = handlers[name] as unknown as Handler<Endpoint>
      const { method, path, limit, ignoresCaller, files, bodyLimit = bodyBytes } = declared
      app.route({
        method,
        url: `/api${path}`,
        schema: schemaOf(declared),
        // The size of each file is limited where it is read.
        ...(!files && { bodyLimit }),
        config: {
          declared,
          rateLimit:
            limit?.protects === 'process' ? { max: limit.requests, timeWindow: limit.seconds * 1000 } : false,
        },
        onRequest: async (request, reply) => {
          if (!ignoresCaller)
            request.caller = admitted(declared, await identify(request.headers.authorization))
          if (limit?.protects === 'people')
            await limitCall({ name: `${method} ${path}`, ...limit }, request, reply)
          if (files) await admitUpload(request.caller!.id, request.raw, reply.raw)
        },
        handler: async (request, reply) => {
          const { params, query, body, caller } = request
          const answer = await handler({ params, query, body }, { caller, request, reply })
          return declared.reply === 'file' ? answer : { success: true, ...answer }
        },
      })
    }
  }
}

function admitted({ access }: Endpoint, caller: Caller | undefined): Caller | undefined {
  if (access === 'anyone') {
    // A machine that runs projects makes its own calls alone.
    if (caller?.role === 'runner') throw new ProblemError('signed_out', 'Authentication required')
    return caller
  }
  if (!caller) throw new ProblemError('signed_out', 'Authentication required')
  if (!access.includes(caller.role)) throw new ProblemError('not_allowed', 'This account may not do that')
  return caller
}

function schemaOf({ params, query, body, reply }: Endpoint) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(reply !== 'file' && { response: { 200: reply } }),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** Logs a refused sign-in with its account and address, and throws the refusal again. */
export const logRefusal =
  (request: FastifyRequest, account: string) =>
  (refusal: unknown): never => {
    if (refusal instanceof ProblemError) {
      request.log.warn({ event: 'sign-in refused', reason: refusal.code, account, address: request.ip })
    }
    throw refusal
  }
