import type { Parts } from '../parts.ts'
import { askWhetherItRan } from './ask.ts'

/** Asks buyers whether it ran, every hour. */
export async function workRunAnswers(parts: Parts): Promise<void> {
  await parts.jobs.work('ask-whether-it-ran', () => askWhetherItRan(parts))
  await parts.jobs.repeat('ask-whether-it-ran', '23 * * * *')
}
