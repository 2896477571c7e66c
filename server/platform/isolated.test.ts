import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import type * as work from '../../test/isolated-work.ts'
import { isLong } from '../../test/long.ts'
import { isolatedEnvironment, processRunner, threadRunner } from './isolated.ts'

/** Functions without input get an empty list. */
type Asked<Answer = unknown> = (input: string[]) => Answer
const named = (name: keyof typeof work) => ({
  file: new URL('../../test/isolated-work.ts', import.meta.url),
  name,
})

test('what works on strangers’ files knows where compiled code lies, and nothing else of ours', async () => {
  const environment = isolatedEnvironment()
  expect(Object.keys(environment).toSorted()).toEqual(['NODE_COMPILE_CACHE'])
  expect(getCompileCacheDir()).toContain(`${environment.NODE_COMPILE_CACHE}/`)
  const inThread = threadRunner<Asked<string[]>>(named('environment'), { seconds: 30, memory: 64 })
  expect(await inThread([])).not.toContain('PATH')
  const inProcess = processRunner<Asked<string[]>>(named('environment'), { seconds: 30 })
  expect(await inProcess([])).not.toContain('PATH')
})

test.runIf(isLong)(
  'a thread that takes too long or too much memory answers nothing, and the next question has another one',
  async () => {
    const limits = { seconds: 30, memory: 64 }
    const lengths = threadRunner<typeof work.lengths>(named('lengths'), limits)
    expect(await Promise.all([lengths(['a', 'bb']), lengths([])])).toEqual([[1, 2], []])
    const forever = threadRunner<Asked>(named('runForever'), limits)
    expect(await forever([], { seconds: 1 })).toBeUndefined()
    expect(await forever([], { seconds: 0 })).toBeUndefined()
    expect(await threadRunner<Asked>(named('fillMemory'), limits)([])).toBeUndefined()
    await expect(threadRunner<Asked>(named('fail'), limits)([])).rejects.toThrow('broken')
  },
)

test('a function that is not there fails in a thread and in a process', async () => {
  const missing = { file: new URL('../../test/nothing-here.ts', import.meta.url), name: 'nothing' }
  await expect(threadRunner<Asked>(missing, { seconds: 30, memory: 64 })([])).rejects.toThrow('nothing-here')
  await expect(processRunner<typeof work.lengths>(missing, { seconds: 30 })([])).rejects.toThrow(
    'nothing-here',
  )
})

test('a process that takes too long or too much memory, or is killed, answers nothing', async () => {
  const answers = [
    processRunner<Asked>(named('runForever'), { seconds: 1 })([]),
    processRunner<Asked>(named('fillMemory'), { seconds: 60, memory: 64 })([]),
    processRunner<Asked>(named('killItself'), { seconds: 30 })([]),
  ]
  expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined])
})

test('a function that throws in a process says why, and so do parts that cannot be read', async () => {
  const failing = processRunner<Asked>(named('fail'), { seconds: 30 })
  await expect(failing([])).rejects.toThrow('broken')
  async function* lost() {
    yield 'a'
    throw new Error('lost')
  }
  const lengths = processRunner<typeof work.lengths>(named('lengths'), { seconds: 30 })
  await expect(lengths(lost())).rejects.toThrow('lost')
  expect(await lengths(['a', 'bb'])).toEqual([1, 2])
})

test('a kept process answers again and again, each question alone, and another one begins when it was killed', async () => {
  const idOf = processRunner<Asked<number>>(named('processId'), { seconds: 30, idleSeconds: 30 })
  const first = await idOf([])
  expect(await idOf(['x'])).toBe(first)
  const atOnce = await Promise.all([idOf([]), idOf([])])
  expect(new Set(atOnce).size).toBe(2)
  for (const id of atOnce) process.kill(id!, 'SIGKILL')
  await vi.waitFor(() => {
    for (const id of atOnce) expect(() => process.kill(id!, 0)).toThrow('ESRCH')
  })
  const next = await idOf([])
  expect(next).toBeTypeOf('number')
  expect(atOnce).not.toContain(next)
})

test('a process that nobody asks any more ends', async () => {
  const idOf = processRunner<Asked<number>>(named('processId'), { seconds: 30, idleSeconds: 0.1 })
  const id = await idOf([])
  await vi.waitFor(() => expect(() => process.kill(id!, 0)).toThrow('ESRCH'), 10_000)
})

test('a process ends quietly when the server was killed while it works', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'isolated-')), 'pid')
  const script = `
    const { processRunner } = await import('${import.meta.dirname}/isolated.ts')
    await processRunner({ file: new URL('${named('announce').file.href}'), name: 'announce' }, { seconds: 60 })(['${file}'])`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  server.stderr.on('data', (text) => said.push(String(text)))
  const id = await vi.waitFor(() => {
    const written = Number(readFileSync(file, 'utf8'))
    expect(written).toBeGreaterThan(0)
    return written
  }, 30_000)
  server.kill('SIGKILL')
  await once(server, 'exit')
  await vi.waitFor(() => expect(() => process.kill(id, 0)).toThrow('ESRCH'), 10_000)
  expect(said).toEqual([])
})
