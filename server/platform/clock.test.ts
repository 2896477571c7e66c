import { expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { followClock } from './clock.ts'

const app = await startApp()

/** Compares the clocks with ours so many seconds ahead, one time after the other, and returns the alarms. */
async function compared(...offsets: number[]) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const real = Date.now()
  vi.useFakeTimers({ now: real + offsets[0]! * 1000, toFake: ['Date'] })
  const stop = await followClock(app.db, 20)
  for (const offset of offsets) {
    vi.setSystemTime(real + offset * 1000)
    await expect.poll(async () => Math.abs((await skew()) - offset)).toBeLessThan(1.5)
  }
  stop()
  // A comparison may be under way.
  await new Promise((resume) => setTimeout(resume, 50))
  vi.useRealTimers()
  const alarms = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('clock'))
  written.mockRestore()
  return alarms.map((line) => JSON.parse(line) as unknown)
}
const skew = async () => {
  const { body } = await app.app.inject('/metrics')
  return Number(/^readymade_clock_skew_seconds (\S+)$/m.exec(body)![1])
}

test('a clock that agrees with the database’s raises no alarm', async () => {
  expect(await compared(0)).toEqual([])
})

test('a clock that is five seconds off, either way, raises one alarm until it is right again', async () => {
  const alarm = "The clock differs from the database's"
  expect(await compared(8)).toMatchObject([{ level: 'fatal', alarm }])
  expect(await compared(-8)).toMatchObject([{ level: 'fatal', alarm }])
  expect(await compared(8, 11, 2, 8)).toHaveLength(2)
})
