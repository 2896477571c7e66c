import { expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { historyIn } from '../../test/history.ts'
import { brokenInvariants, noViolations } from '../../test/invariants.ts'
import { isLong } from '../../test/long.ts'
import { seed } from '../../test/seed.ts'

const app = await startApp()
const [steps, histories, checkedEach] = isLong ? [400, 5, 1] : [60, 1, 10]

test(
  `in ${histories} random histories of ${steps} purchases, coupons, other amounts, refunds by us and by the gateway, disputes, recalls, takedowns, payouts and deletions no account ever holds what nobody paid in`,
  { timeout: 900_000 },
  async () => {
    // Disputes are logged as alerts.
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      for (let number = 0; number < histories; number++) {
        const history = await historyIn(app, seed + number)
        for (let step = 0; step < steps; step++) {
          await history.step()
          if (step % checkedEach === 0)
            expect(await brokenInvariants(app.db), history.told()).toEqual(noViolations)
        }
        expect(await brokenInvariants(app.db), history.told()).toEqual(noViolations)
        // Otherwise it would prove nothing.
        if (isLong) expect(history.neverDone(), history.told()).toEqual([])
      }
    } finally {
      written.mockRestore()
    }
  },
)
