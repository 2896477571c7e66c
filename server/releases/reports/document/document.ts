import type { Readable } from 'node:stream'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Draft } from '../../../storage/draft.ts'
import { checkOle } from './ole.ts'
import { checkPackage } from './package.ts'
import { Refusal, refusals } from './refusal.ts'

export type DocumentKind = 'doc' | 'docx'

/**
 * Tells by its content what kind of Word document a file is. Throws unsupported_type, with what its owner can do, for
 * anything else, and for a document that would make Word fetch, open or run something by itself.
 */
export async function documentKind(draft: Draft): Promise<DocumentKind> {
  const beginning = (await firstBytes(draft.read(), 8)).toString('hex')
  try {
    if (beginning === 'd0cf11e0a1b11ae1') {
      await checkOle(draft.read())
      return 'doc'
    }
    if (!beginning.startsWith('504b')) throw new Refusal(refusals.noDocument)
    await checkPackage(draft.fd)
    return 'docx'
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
