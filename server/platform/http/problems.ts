import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'

import { type Problem, type ProblemCode, ProblemError } from '#contract/problem.ts'

import { smallPage } from '../small-page.ts'

/**
 * Turns whatever a handler throws into a problem the caller can read. A bug answers one fixed sentence and the request's id;
 * an error that `isOutage` takes for a passing one answers 503.
 */
export function answerProblems(app: FastifyInstance, isOutage: (error: unknown) => boolean = () => false) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = problemFrom(error)
    if (!known && !isForNobody(error, reply)) request.log.error(error)
    const { status, problem } = known ?? (isOutage(error) ? outage() : bug(request.id))
    if (status === 503) reply.header('retry-after', '2')
    // Fastify closes the connection on a body that is too large, before the client has read why.
    reply.removeHeader('connection')
    reply.code(status)
    if (isForReader(request)) {
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

/** A browser that asks for a page, or sends it a form without scripts, shows whatever is answered to somebody. */
const isForReader = ({ routeOptions, headers }: FastifyRequest) =>
  routeOptions.config.isPage && headers.accept?.includes('text/html')

/** What may work when it is asked for again has the button for that; what is taken at another address, the way there. */
function problemPage({ code, message, site }: Problem, { method, url }: FastifyRequest) {
  const mayWork = method === 'GET' && ['internal', 'unavailable'].includes(code)
  const home = mayWork ? { to: '', text: 'Try Again' } : { to: '/', text: 'Go to the Home Page' }
  const link = site ? { to: site + url, text: 'Open the Page There' } : home
  return smallPage({ title: 'This did not work', text: `${message.replace(/\.$/, '')}.`, link })
}

/** A statement that was cancelled because the client had gone away (SQLSTATE query_canceled). */
const isForNobody = ({ code }: FastifyError, { raw }: FastifyReply) => code === '57014' && raw.destroyed

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

/** What is wrong with an input, by its fields; '' is the whole. */
export function invalidInput(issuesByField: [field: string, message: string][]): ProblemError {
  const errors = [...new Set(issuesByField.map(([, message]) => message))]
  return new ProblemError('invalid_input', errors[0] ?? 'Some fields need correcting', {
    errors,
    fields: Object.fromEntries(issuesByField.toReversed().filter(([field]) => field)),
  })
}

/** Refusals of Fastify and its plugins (broken JSON, body too large, overload), by their status. */
const codeByStatus: Record<number, ProblemCode> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is answered here is shown to somebody, refusals included. */
    isPage?: boolean
  }
}
