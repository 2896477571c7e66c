import type { IncomingMessage } from 'node:http'

import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { ProblemError } from '#contract/problem.ts'

import { invalidInput } from './problems.ts'

/** The text fields of a multipart form as its schema reads them; throws invalid_input like a bad body. */
export function parseForm<S extends z.ZodObject>(schema: S, fields: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

/** The parts of a multipart request. A file is cut one byte beyond what is allowed, where its reader notices. */
export function partsOf(request: FastifyRequest, fileSize: number): AsyncIterable<Multipart> {
  if (!request.isMultipart()) throw new ProblemError('unsupported_type', 'Send this as multipart/form-data')
  const options: Parameters<FastifyRequest['parts']>[0] & { throwFileSizeLimit: boolean } = {
    limits: { fileSize: fileSize + 1 },
    throwFileSizeLimit: false,
  }
  return request.parts(options)
}

/**
 * Hands over the parts of a multipart request one after the other; what is left unread of a file is dropped. A refusal is
 * thrown at once, and the rest of the request is not looked at. After any other failure it is read first: if it turns out
 * to be broken, that is the reason.
 */
export async function eachPart(
  request: AsyncIterable<Multipart>,
  take: (part: Multipart) => Promise<void>,
): Promise<void> {
  let failure: unknown
  try {
    for await (const part of request) {
      if (failure === undefined) await take(part).catch((error: unknown) => (failure = error))
      if (failure instanceof ProblemError) break
      if (part.type === 'file') await drop(part.file)
    }
  } catch (error) {
    if (!(failure instanceof ProblemError)) failure = unreadable(error)
  }
  if (failure !== undefined) throw failure
}

async function drop(file: MultipartFile['file']) {
  if (file.readableEnded || file.destroyed) return
  for await (const piece of file.iterator({ destroyOnReturn: false })) void piece
}

/** The parser's own refusals carry a status; anything else it throws is a broken form, not a fault of ours. */
const unreadable = (error: unknown) =>
  (error as FastifyError).statusCode
    ? error
    : new ProblemError('invalid_input', 'The form could not be read to its end')

const maxBytes = 1024 * 1024
/** Far more than any form of ours has: what parses a form slows down with their number. */
const maxFields = 100

/**
 * The text fields of a form that a browser sends to a page without scripts; files in it are left out. Throws
 * unsupported_type for what is no form, too_large beyond 1 MB without reading on, and invalid_input for a broken form.
 */
export async function readPageForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? ''
  const [kind] = type.split(';', 1)
  const isMultipart = kind!.trim().toLowerCase() === 'multipart/form-data'
  if (!isMultipart && kind!.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new ProblemError('unsupported_type', 'Send this as a form')
  const bytes = await readBody(request)
  const fields = isMultipart ? await multipartFields(bytes, type) : urlEncodedFields(bytes.toString())
  if (fields.size > maxFields) throw tooManyFields()
  return fields
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
  const pieces: Buffer[] = []
  let size = 0
  // Left whole when it is not read on: the refusal goes out by the same connection.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > maxBytes) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces, size)
}

function urlEncodedFields(text: string): URLSearchParams {
  if (text.split('&', maxFields + 1).length > maxFields) throw tooManyFields()
  return new URLSearchParams(text)
}

async function multipartFields(bytes: Buffer, type: string): Promise<URLSearchParams> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new ProblemError('invalid_input', 'The form could not be read to its end')
    })
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  return new URLSearchParams(texts)
}

const tooLarge = () => new ProblemError('too_large', 'This form is too large')
const tooManyFields = () => new ProblemError('invalid_input', 'This form has too many fields')
