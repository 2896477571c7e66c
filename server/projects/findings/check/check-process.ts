import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'

import type { ProjectFile } from '../files/sources.ts'
import { check } from './check.ts'
import type { Answer, Question } from './process.ts'

/** A process of its own for the check of one release: it is given the files one by one, answers once and ends. */
const files: ProjectFile[] = []
// Whoever waits for a page goes before whoever waits for a check.
setPriority(10)
// It is killed when it is done: what was compiled is kept for the next one now.
flushCompileCache()
process.on('message', (question: Question) => {
  if ('file' in question) return void files.push(question.file)
  process.send!(answered(), () => process.disconnect())
})

function answered(): Answer {
  try {
    return { checked: check(files) }
  } catch (error) {
    return { failure: (error as Error).stack ?? String(error) }
  }
}
