import type { Readable } from 'node:stream'

import { ProblemError } from '#contract/problem.ts'

import type { Draft } from '../../../platform/storage/draft.ts'
import { Refusal, refusals } from './fields.ts'
import { checkOle } from './ole.ts'
import type { Outline } from './outline.ts'
import { checkPackage } from './package.ts'

/** What kind of Word document a file is, and what it says of itself. An old .doc is not asked. */
export type ReadDocument = { kind: 'doc' | 'docx' } & Outline

/**
 * Tells by its content what kind of Word document a file is, with its outline. Throws unsupported_type, with what its owner can do, for
 * anything else, and for a document that would make Word fetch, open or run something by itself.
 */
export async function readDocument(draft: Draft): Promise<ReadDocument> {
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
