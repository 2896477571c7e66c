import type { Parts } from '../parts.ts'
import { highlightSamples, highlightStaleSamples } from './highlight.ts'

/** Colours the samples of a project when they are chosen and with each release; after a change of the colours all of them. */
export async function workSamples(parts: Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('highlight-samples', ({ projectId }) => highlightSamples(parts, projectId))
  await highlightStaleSamples(parts)
}
