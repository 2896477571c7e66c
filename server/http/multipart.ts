import type { Multipart, MultipartFile } from '@fastify/multipart'

/**
 * Hands over the parts of a multipart request one after the other; what is left unread of a file is dropped. After a
 * failure the rest of the request is read and dropped too, so that the client gets to read why. Then it is thrown.
 */
export async function eachPart(request: AsyncIterable<Multipart>, take: (part: Multipart) => Promise<void>): Promise<void> {
  let failure: unknown
  try {
    for await (const part of request) {
      if (failure === undefined) await take(part).catch((error: unknown) => (failure = error))
      if (part.type === 'file') await drop(part.file)
    }
  } catch (error) {
    failure ??= error
  }
  if (failure !== undefined) throw failure
}

async function drop(file: MultipartFile['file']) {
  if (file.readableEnded || file.destroyed) return
  for await (const piece of file.iterator({ destroyOnReturn: false })) void piece
}
