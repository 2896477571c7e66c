import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'

import type { Answer, Question } from './isolated.ts'

/** Answers for one function of a file of ours, in a process that `processRunner` has begun and will kill. */
const [file, name, nice] = process.argv.slice(2) as [string, string, string]
setPriority(Number(nice))
// Nobody waits for an answer any more.
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
  // What was compiled is kept for the next process now: this one will be killed.
  flushCompileCache()
  return { isReady: true }
})

async function answer(work: () => Promise<Answer>) {
  const message = await work().catch((error: Error): Answer => ({ failure: error.stack ?? String(error) }))
  // An error here means that the parent went away meanwhile.
  process.send!(message, () => {})
}
