import { afterEach, expect, test, vi } from 'vitest'

import { ProblemError } from '#contract/kit/problem.ts'
import type { RunnerMachine, RunTask, SeenRun } from '#contract/projects/runners.ts'

import { serveRuns } from './serve-runs.ts'
import type { Shop } from './shop.ts'

afterEach(() => {
  vi.useRealTimers()
})

const machine: RunnerMachine = { php: '8.2', mariadb: '10.11', browser: '140.0', lacks: [] }
const task: RunTask = {
  id: 'one',
  kind: 'static',
  files: 1,
  bytes: 1,
  root: '',
  folder: null,
  startAt: null,
  dumps: [],
  databases: [],
  signIns: [],
}
const seen = { error: null, machineError: null, tables: 2, seconds: 1, mebibytes: 3 } as SeenRun
const lost = new ProblemError('conflict', 'This run was lost')

/** A shop that has one run, and then ends the runner. */
function shopWithOne(calls: Partial<Shop['runners']> & Partial<Pick<Shop, 'addPage'>> = {}) {
  const ending = new AbortController()
  const asked: RunnerMachine[] = []
  const ended: unknown[] = []
  const lines: string[] = []
  const shop = {
    runners: {
      claim: async (call: { body: RunnerMachine }) => {
        asked.push(call.body)
        if (asked.length > 1) ending.abort(new Error('the end'))
        return { success: true, message: '', run: asked.length > 1 ? null : task }
      },
      alive: async () => ({ success: true }),
      end: async (call: { body: unknown }) => {
        ended.push(call.body)
        return { success: true }
      },
      ...calls,
    },
    files: () => Promise.reject(new Error('not asked')),
    addPage: calls.addPage ?? (async () => {}),
  } as unknown as Shop
  return { shop, ending, asked, ended, lines, log: (line: string) => lines.push(line), signal: ending.signal }
}

test('a run is claimed, done and ended with what was seen', async () => {
  const { asked, ended, ...runner } = shopWithOne()
  await serveRuns({ ...runner, lookAtMachine: async () => machine, run: async () => seen })
  expect(asked[0]).toEqual(machine)
  expect(ended).toEqual([seen])
})

/** A run that sees one page. */
const runWithOnePage: Parameters<typeof serveRuns>[0]['run'] = async (_, { onPage }) => {
  await onPage({} as never, undefined)
  return seen
}

test('a run goes on with the next page when the shop refuses one for its form', async () => {
  const refused = new ProblemError('invalid_input', 'Give an address under http://localhost')
  const { ended, lines, ...runner } = shopWithOne({ addPage: () => Promise.reject(refused) })
  await serveRuns({ ...runner, lookAtMachine: async () => machine, run: runWithOnePage })
  expect(ended).toEqual([seen])
  expect(lines.join()).toContain('a page was refused')
})

test('a run that is found to be lost when a page is sent is given up, and not ended', async () => {
  const { ended, lines, ...runner } = shopWithOne({ addPage: () => Promise.reject(lost) })
  await serveRuns({ ...runner, lookAtMachine: async () => machine, run: runWithOnePage })
  expect(ended).toEqual([])
  expect(lines.join()).toContain('was given up')
})

test('a run that was lost meanwhile is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { ended, lines, ...runner } = shopWithOne({ alive: () => Promise.reject(lost) })
  await serveRuns({
    ...runner,
    lookAtMachine: async () => machine,
    run: (_, { signal }) => {
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
      vi.advanceTimersByTime(15_000)
      return stopped
    },
  })
  expect(ended).toEqual([])
  expect(lines).toEqual([expect.stringContaining('This run was lost')])
})

test('a machine that lacks something says so', async () => {
  const { asked, lines, ending, ...runner } = shopWithOne({})
  const claim = async (call: { body: RunnerMachine }) => {
    asked.push(call.body)
    ending.abort(new Error('the end'))
    return { success: true, message: '', run: null }
  }
  runner.shop.runners.claim = claim as never
  const lacks = ['bwrap is missing: Debian package bubblewrap']
  await serveRuns({ ...runner, lookAtMachine: async () => ({ ...machine, lacks }), run: async () => seen })
  expect(asked[0]!.lacks).toEqual(lacks)
  expect(lines).toEqual(lacks)
})
