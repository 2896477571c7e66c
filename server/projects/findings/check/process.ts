import { processRunner } from '../../../platform/isolated.ts'
import type { checkWithDocuments } from './documents.ts'

/**
 * Checks files in a process of its own, which is killed when it takes longer than 60 s or more than 320 MB: then the
 * answer is undefined. Throws when a rule breaks, and what reading the files throws.
 */
export const checkInProcess = processRunner<typeof checkWithDocuments>(
  { file: new URL('./documents.ts', import.meta.url), name: 'checkWithDocuments' },
  { seconds: 60, memory: 320 },
)
