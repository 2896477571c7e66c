import type { RunnerMachine } from '#contract/projects/runners.ts'

import { boxAccount, isRoot } from '../../box/account.ts'
import { attempt, succeedsFreely, together } from './attempt.ts'
import { layBaits } from './baits.ts'
import { probesOfBrowser } from './of-browser.ts'
import { probesOfMachine } from './of-machine.ts'
import { probesOfRunner } from './of-runner.ts'
import type { Probe } from './probe.ts'

/**
 * Runs the uploads that want out whose name has one of the words, prints what each got, and returns how many got
 * something. None begins after `end`; the slow ones come last.
 */
export async function runEscapes(
  machine: RunnerMachine,
  words: readonly string[],
  end: number,
): Promise<number> {
  const baits = await layBaits()
  const known = [...probesOfMachine(baits, boxAccount()), ...probesOfRunner(baits), ...probesOfBrowser(baits)]
  const probes = known.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  let escaped = 0
  try {
    for (const probe of probes)
      if (probe.isHarmless && !(await succeedsFreely(probe, baits)))
        console.log(`? ${probe.name}: fails without a sandbox too, so it proves nothing`)
    const all = together(probes)
    const slow = all.filter(isSlow)
    // From either end, so that in a short time most are tried by one of the accounts.
    const uploads = [...all.filter((probe) => !isSlow(probe)), ...(isRoot ? slow : slow.toReversed())]
    for (const [at, probe] of uploads.entries()) {
      if (Date.now() > end) {
        console.log(`${uploads.length - at} uploads were left out: no time was left.`)
        break
      }
      const { got, doubts, seen, grown } = await attempt(machine, probe, baits)
      if (got.length > 0) escaped++
      const { seconds, mebibytes, error, machineError } = seen.run
      const figures = `${seconds} s, ${mebibytes} MiB, the runner ${Math.round(grown)} MB more`
      const outcome = machineError ?? error ?? `${seen.pages.length} pages`
      const mark = got.length > 0 ? '✗' : doubts.length > 0 ? '?' : '✓'
      console.log(`${mark} ${probe.name}: ${[...got, ...doubts].join('; ') || outcome} (${figures})`)
    }
  } finally {
    baits.remove()
  }
  console.log(`${probes.length} probes, ${escaped} runs in which one escaped`)
  return escaped
}

/** What disturbs its sandbox is given up late; a page among many is quick. */
const isSlow = ({ look, isQuiet }: Probe) => look !== undefined && !isQuiet
