import type { ProblemCode } from './problem.ts'
import type { z } from './zod.ts'

/** The roles of callers. Access is for 'anyone' or the listed roles; a caller of 'anyone' may still be signed in. */
export type Role = 'member' | 'admin' | 'super_admin' | 'runner'
type Access = 'anyone' | readonly Role[]

export const member = ['member'] as const
export const staff = ['admin', 'super_admin'] as const
export const superAdmin = ['super_admin'] as const

/** The declaration of one HTTP endpoint, made here once; served by server/, called by web/ and the tests. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /**
   * The message when the call fails without one of its own (specification section 8); `{status}` stands for the HTTP
   * status.
   */
  failure?: string
  summary: string
  access: Access
  /** Ignores an Authorization header, so that a stale one cannot keep anybody from signing in. */
  ignoresCaller?: true
  /**
   * The problems besides those that follow from access, limit and input (`problemsOf` in
   * server/platform/http/openapi.ts).
   */
  problems?: readonly ProblemCode[]
  /**
   * The requests that one client address may make in a number of seconds: counted in the database for all processes
   * together when the limit protects people (mails, messages, codes, staff's work), in each process when it protects
   * only the process.
   */
  limit?: { requests: number; seconds: number; protects: 'people' | 'process' }
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The largest body in bytes, when `bodyBytes` cannot hold all its fields at their longest. */
  bodyLimit?: number
  /** The text fields of a multipart body; `files` names the field with the files. */
  form?: z.ZodObject
  files?: string
  /** The schema of the JSON answer, or 'file' when bytes are answered. */
  reply: z.ZodType | 'file'
}

/** The largest JSON body in bytes, unless its endpoint sets another limit. */
export const bodyBytes = 64 * 1024

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Part<E, K extends string, Side extends 'input' | 'output'> =
  E extends Record<K, infer S extends z.ZodType>
    ? Record<K, Side extends 'input' ? z.input<S> : z.output<S>>
    : {}

/** The arguments of a call. A multipart endpoint takes a FormData. */
export type Call<E> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'> &
  (E extends { files: string } ? { form: FormData } : {})

/** The arguments that a handler receives, parsed. */
export type Received<E> = Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'>

/** The result of a call. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : Blob

/** The fields of a reply that a handler returns; `serve` adds `success`. */
export type ReplyFields<E extends Endpoint> = Omit<Reply<E>, 'success'>
