import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'

import { type Problem, type ProblemCode, ProblemError } from '#contract/kit/problem.ts'

import { smallPage } from '../small-page.ts'

/**
 * Answers every error of a handler with a problem that the caller can read. A bug answers a fixed sentence with the
 * request's id; an error that `isOutage` recognises as temporary answers 503.
 */
export function answerProblems(app: FastifyInstance, isOutage: (error: unknown) => boolean = () => false) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = problemFrom(error)
    if (!known && !isAbandoned(error, reply)) request.log.error(error)
    const { status, problem } = known ?? (isOutage(error) ? outage() : bug(request.id))
    if (status === 503) reply.header('retry-after', '2')
    // Fastify closes the connection after a body that is too large, before the client has read the reason.
    reply.removeHeader('connection')
    reply.code(status)
    if (isReadByPerson(request)) {
      const { headers, bytes } = problemPage(problem, request)
      return reply.headers(headers).send(bytes)
    }
    return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(problem)
  })
  app.setNotFoundHandler((_request, reply) => {
    const { status, problem } = new ProblemError('not_found', 'There is nothing at this address')
    return reply.code(status).send(problem)
  })
}

/** Whether a person reads the answer: a browser has requested a page, or sent it a form without scripts. */
const isReadByPerson = ({ routeOptions, headers }: FastifyRequest) =>
  routeOptions.config.isPage && headers.accept?.includes('text/html')

/**
 * The page of a problem: with a button to try again where that may work, or with a link to the other address where the
 * page is served.
 */
function problemPage({ code, message, site }: Problem, { method, url }: FastifyRequest) {
  const mayWork = method === 'GET' && ['internal', 'unavailable'].includes(code)
  const home = mayWork ? { to: '', text: 'Try Again' } : { to: '/', text: 'Go to the Home Page' }
  const link = site ? { to: site + url, text: 'Open the Page There' } : home
  return smallPage({ title: 'This did not work', text: `${message.replace(/\.$/, '')}.`, link })
}

/** Whether a statement was cancelled because the client had gone away (SQLSTATE query_canceled). */
const isAbandoned = ({ code }: FastifyError, { raw }: FastifyReply) => code === '57014' && raw.destroyed

const bug = (requestId: string) =>
  new ProblemError(
    'internal',
    `Something went wrong on our side. Please try again; if it keeps happening, tell us the number ${requestId}.`,
  )

const outage = () =>
  new ProblemError('unavailable', 'We cannot answer just now. Please try again in a moment.')

function problemFrom(error: FastifyError): ProblemError | undefined {
  if (error instanceof ProblemError) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return invalidInput(
      error.validation.map(({ instancePath, message = 'Not valid' }) => [instancePath.slice(1), message]),
    )
  if (isResponseSerializationError(error)) return undefined
  const status = error.statusCode ?? 500
  const code = codeByStatus[status] ?? (status >= 400 && status < 500 ? 'invalid_input' : undefined)
  return code && new ProblemError(code, error.message)
}

/** Makes an invalid_input problem of the messages by field; '' is the whole input. */
export function invalidInput(issuesByField: [field: string, message: string][]): ProblemError {
  const errors = [...new Set(issuesByField.map(([, message]) => message))]
  return new ProblemError('invalid_input', errors[0] ?? 'Some fields need correcting', {
    errors,
    fields: Object.fromEntries(issuesByField.toReversed().filter(([field]) => field)),
  })
}

/** Codes of the refusals by Fastify and its plugins (broken JSON, body too large, overload), by their status. */
const codeByStatus: Record<number, ProblemCode> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether people read the answers of this route, refusals included. */
    isPage?: boolean
  }
}
