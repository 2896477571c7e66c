import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'

import { ProblemError } from '#contract/kit/problem.ts'

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
