import fc from 'fast-check'
import { expect, test } from 'vitest'

import { repetitions } from '../../../test/long.ts'
import { sharesOf } from './shares.ts'

const runs = repetitions(1_000_000)
const price = fc.integer({ min: 0, max: 100_000_000 })

test('the shares of any price sum to it, and none is negative', () => {
  fc.assert(
    fc.property(price, fc.boolean(), (pricePaise, referred) => {
      const { owner, referrer, platform } = sharesOf(pricePaise, { referred })
      expect(owner + referrer + platform).toBe(pricePaise)
      expect(Math.min(owner, referrer, platform)).toBeGreaterThanOrEqual(0)
      expect([owner, referrer, platform].every(Number.isSafeInteger)).toBe(true)
    }),
    { numRuns: runs },
  )
})

test('the fee is 20% rounded half up, and the referrer gets 10% rounded down, as exact fractions say', () => {
  fc.assert(
    fc.property(price, (pricePaise) => {
      const exact = BigInt(pricePaise)
      const fee = Number((exact * 20n + 50n) / 100n)
      const commission = Number((exact * 10n) / 100n)
      expect(sharesOf(pricePaise, { referred: true })).toMatchObject({
        owner: pricePaise - fee,
        referrer: commission,
        platform: fee - commission,
      })
    }),
  )
})

test.each([
  [0, { owner: 0, referrer: 0, platform: 0 }],
  [1, { owner: 1, referrer: 0, platform: 0 }],
  [3, { owner: 2, referrer: 0, platform: 1 }],
  [10, { owner: 8, referrer: 1, platform: 1 }],
  [131_985, { owner: 105_588, referrer: 13_198, platform: 13_199 }],
])('%i paise are split to the paisa', (pricePaise, shares) => {
  expect(sharesOf(pricePaise, { referred: true })).toEqual({ ...shares, tds: 0, tcs: 0 })
})

test('without a referrer the platform keeps its fee', () => {
  expect(sharesOf(49_900, { referred: false })).toMatchObject({ owner: 39_920, referrer: 0, platform: 9980 })
})
