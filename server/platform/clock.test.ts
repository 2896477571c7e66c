import { expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { followClock } from './clock.ts'

const app = await startApp()

/** Compares the clocks with ours so many seconds ahead, one time after the other, and returns the alarms. */
async function compared(...offsets: number[]) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const setAhead = (seconds: number) =>
    vi.setSystemTime(performance.timeOrigin + performance.now() + seconds * 1000)
  vi.useFakeTimers({ toFake: ['Date'] })
  setAhead(offsets[0]!)
  const stop = await followClock(app.db, 20)
  for (const offset of offsets) {
    const distance = async () => {
      setAhead(offset)
      return Math.abs((await skew()) - offset)
    }
    await expect.poll(distance).toBeLessThan(1.5)
  }
  await stop()
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
