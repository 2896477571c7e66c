import { processRunner } from '../../../platform/isolated.ts'
import type { check } from './check.ts'

/**
 * Checks files in a process of its own, which is killed when it takes longer than 60 s or more than 320 MB: then the
 * answer is undefined. Throws when a rule breaks, and what reading the files throws.
 */
export const checkInProcess = processRunner<typeof check>(
  { file: new URL('./check.ts', import.meta.url), name: 'check' },
  { seconds: 60, memory: 320 },
)
