import type { IncomingMessage } from 'node:http'

import { ProblemError } from '#contract/kit/problem.ts'

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
