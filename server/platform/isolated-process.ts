import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'

import type { Answer, Question } from './isolated.ts'

/**
 * Arguments of this process, which `processRunner` starts and kills: a file of ours, the function to call in it, and
 * the nice value.
 */
const [file, name, nice] = process.argv.slice(2) as [string, string, string]
setPriority(Number(nice))
// Without its parent, nobody waits for an answer.
process.on('disconnect', () => process.exit())

type Run = (parts: unknown[]) => unknown
const module = import(file) as Promise<Record<string, Run>>
let parts: unknown[] = []
process.on('message', async (question: Question) => {
  if ('part' in question) return void parts.push(question.part)
  const whole = parts
  parts = []
  await answer(async () => ({ output: await (await module)[name]!(whole) }))
})
await answer(async () => {
  await module
  // Saves the compiled code for the next process now, because this one will be killed.
  flushCompileCache()
  return { isReady: true }
})

async function answer(work: () => Promise<Answer>) {
  const message = await work().catch((error: Error): Answer => ({ failure: error.stack ?? String(error) }))
  // An error here means that the parent has ended meanwhile.
  process.send!(message, () => {})
}
