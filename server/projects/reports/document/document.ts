import type { Readable } from 'node:stream'

import { ProblemError } from '#contract/kit/problem.ts'

import type { TempFile } from '../../../platform/storage/temp-file.ts'
import { Refusal, refusals } from './fields.ts'
import { checkOle } from './ole.ts'
import type { Outline } from './outline.ts'
import { checkPackage } from './package.ts'

/** The kind of a Word document with its outline, which is empty for an old .doc. */
export type ReadDocument = { kind: 'doc' | 'docx' } & Outline

/**
 * Detects the kind of a Word document by its content, and reads its outline. Throws unsupported_type, with advice for
 * its owner, for any other file, and for a document that would make Word fetch, open or run something by itself.
 */
export async function readDocument(draft: TempFile): Promise<ReadDocument> {
  const beginning = (await firstBytes(draft.read(), 8)).toString('hex')
  try {
    if (beginning === 'd0cf11e0a1b11ae1') {
      await checkOle(draft.read())
      return { kind: 'doc', pages: null, headings: [] }
    }
    if (!beginning.startsWith('504b')) throw new Refusal(refusals.noDocument)
    return { kind: 'docx', ...(await checkPackage(draft.fd)) }
  } catch (cause) {
    const problem = new ProblemError(
      'unsupported_type',
      cause instanceof Refusal ? cause.message : refusals.broken,
    )
    throw Object.assign(problem, { cause })
  }
}

async function firstBytes(stream: Readable, count: number): Promise<Buffer> {
  for await (const piece of stream) return (piece as Buffer).subarray(0, count)
  return Buffer.alloc(0)
}
