import { schemaNames, z } from './zod.ts'

/** The problems of a failed request that a caller may handle, with their HTTP status. */
export const problems = {
  invalid_input: 400,
  wrong_code: 400,
  incomplete_upload: 400,
  signed_out: 401,
  not_allowed: 403,
  not_found: 404,
  conflict: 409,
  already_owned: 409,
  not_for_sale: 409,
  price_changed: 409,
  expired: 410,
  recalled: 410,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof problems

/** The body of every failed answer. `errors` lists all messages; `fields` ties them to the input's fields. */
export const Problem = z.object({
  success: z.literal(false),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  errors: z.array(z.string()).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  requiresRegistration: z.boolean().optional(),
  /** For a right password: the code of the authenticator app is still missing. */
  requiresCode: z.boolean().optional(),
  /** For a mailed link that asks for registration: its email. */
  email: z.string().optional(),
  /** For a form that was sent to another address: the address at which this site accepts it. */
  site: z.string().optional(),
})
schemaNames.add(Problem, { id: 'Problem' })
export type Problem = z.infer<typeof Problem>
type ProblemDetails = Pick<
  Problem,
  'errors' | 'fields' | 'requiresRegistration' | 'requiresCode' | 'email' | 'site'
>

/** A problem: thrown by services, sent by the server, rethrown by the client. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails
  /** Whether the answer had no message, so that the page may show its own. */
  readonly hasNoMessage: boolean = false
  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message)
    this.name = 'ProblemError'
    this.code = code
    this.details = details
  }
  get status() {
    return problems[this.code]
  }
  get problem(): Problem {
    return { success: false, code: this.code, message: this.message, ...this.details }
  }
}

/** Creates a problem with one field of the input. */
export const fieldProblem = (field: string, message: string, code: ProblemCode = 'invalid_input') =>
  new ProblemError(code, message, { errors: [message], fields: { [field]: message } })

/**
 * A call that failed without a message, because the answer was not ours or there was none. Its message is the sentence
 * of the call.
 */
export class NoMessageError extends ProblemError {
  override readonly hasNoMessage = true
  /** The HTTP status of the answer, 0 when there was none. */
  readonly answerStatus: number
  /** The status text of the answer, if any. */
  readonly statusText: string
  constructor(sentence: string, { status, statusText = '' }: { status: number; statusText?: string }) {
    super('unavailable', sentence)
    this.answerStatus = status
    this.statusText = statusText
  }
}
