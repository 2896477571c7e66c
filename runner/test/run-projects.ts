import type { RunnerMachine } from '#contract/projects/runners.ts'
import { SeenPage, SeenRun } from '#contract/projects/runners.ts'

import { smallProjects } from './projects.ts'
import { runFiles, type Seen } from './run-files.ts'

/** Runs the small projects whose name has one of the words, and prints what is wrong. Returns how many are not as expected. */
export async function runSmallProjects(machine: RunnerMachine, words: readonly string[]): Promise<number> {
  let wrong = 0
  const chosen = smallProjects.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  for (const { name, files, task, faults } of chosen) {
    const seen = await runFiles(machine, files, { look: 60, ...task })
    const found = [...faults(seen), ...misshapen(seen)].filter((fault) => fault !== false)
    const figures = `${seen.pages.length} pages, ${seen.run.seconds} s, ${seen.run.mebibytes} MiB`
    console.log(`${found.length === 0 ? '✓' : '✗'} ${name}: ${found.join('; ') || figures}`)
    if (found.length === 0) continue
    wrong++
    console.log(JSON.stringify(seen, null, 1).slice(0, 3000))
  }
  console.log(`${chosen.length - wrong} of ${chosen.length} small projects as expected`)
  return wrong
}

/** What the shop would refuse. */
const misshapen = ({ run, pages }: Seen) => [
  run.machineError !== null && run.machineError,
  !SeenRun.safeParse(run).success && 'the shop would refuse what was seen',
  pages.some((page) => !SeenPage.safeParse(page).success) && 'the shop would refuse a page',
]
