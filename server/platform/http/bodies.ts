import type { IncomingMessage } from 'node:http'

import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { invalidInput } from './problems.ts'

/** Parses the text fields of a multipart form with a schema. Throws invalid_input as for a bad body. */
export function parseForm<S extends z.ZodObject>(schema: S, fields: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

/**
 * The parts of a multipart request. A file is cut one byte beyond the allowed size, so that its reader notices.
 * `fields`: how many text fields it may have, when that is more than of other forms.
 */
export function partsOf(
  request: FastifyRequest,
  fileSize: number,
  { fields }: { fields?: number } = {},
): AsyncIterable<Multipart> {
  if (!request.isMultipart()) throw new ProblemError('unsupported_type', 'Send this as multipart/form-data')
  const options: Parameters<FastifyRequest['parts']>[0] & { throwFileSizeLimit: boolean } = {
    limits: { fileSize: fileSize + 1, ...(fields && { fields }) },
    throwFileSizeLimit: false,
  }
  return request.parts(options)
}

/**
 * Calls a function with each part of a multipart request and discards what it leaves unread of a file. A ProblemError
 * is thrown at once, and the rest of the request is not read. After any other failure the rest is read first: if it
 * turns out to be broken, that error is thrown.
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

/** The parser's own refusals carry a status; any other error of it means a broken form, not a fault of ours. */
const unreadable = (error: unknown) =>
  (error as FastifyError).statusCode
    ? error
    : new ProblemError('invalid_input', 'The form could not be read to its end')

const maxBytes = 1024 * 1024
/** Maximum fields of a form, far more than any of ours has: parsing slows down with their number. */
const maxFields = 100

/**
 * Reads the text fields of a form that a browser sends to a page without scripts; files are ignored. Throws
 * unsupported_type for anything but a form, too_large beyond 1 MB without reading on, and invalid_input for a broken
 * form.
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
  // Not destroyed when reading stops early: the refusal is sent over the same connection.
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
