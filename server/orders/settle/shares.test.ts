import { expect, test } from 'vitest'

import { type FeeRates, defaultRates } from '#contract/kit/amounts.ts'

import { repetitions } from '../../../test/long.ts'
import { randomBy, seed } from '../../../test/seed.ts'
import { reverseEntries, saleOf } from '../../money/ledger/shares.ts'
import { type Offer, priceCart, sum } from '../price.ts'

/*
 * Random purchases of all kinds, priced and posted by the server's functions, are compared with the rules computed anew in
 * exact fractions.
 */
const runs = repetitions(1_000_000)

const halfUp = (numerator: bigint, denominator: bigint) => (numerator * 2n + denominator) / (denominator * 2n)
const least = (one: bigint, other: bigint) => (one < other ? one : other)

/** The shares of a price in paise, computed by the rules alone. */
function expected(
  price: number,
  referred: boolean,
  rates: { tds: number; tcs: number; gst: number } & FeeRates,
) {
  const exact = BigInt(price)
  const fee = halfUp(exact * BigInt(rates.feeRate), 10_000n)
  const commission = referred ? (exact * BigInt(rates.commissionRate)) / 10_000n : 0n
  const tds = least(halfUp(exact * BigInt(rates.tds), 10_000n), exact - fee)
  const net = halfUp(exact * 10_000n, 10_000n + BigInt(rates.gst))
  const tcs = least(halfUp(net * BigInt(rates.tcs), 10_000n), exact - fee - tds)
  return [exact - fee - tds - tcs, commission, fee - commission, tds, tcs].map(Number)
}

test(
  `D02: of ${runs} random purchases every posting sums to zero and nobody’s share is off by a paisa`,
  { timeout: 300_000 },
  () => {
    const random = randomBy(seed)
    const next = (max: number) => Math.floor(random() * (max + 1))
    const price = () => (next(9) === 0 ? next(200) : next(100_000_000))
    let wrong = 0
    const wrongIf = (is: boolean) => {
      if (is) wrong++
    }
    for (let run = 0; run < runs; run++) {
      const cart: Offer[] = ['source' as const, 'report' as const].slice(next(1)).map((kind) => {
        const pricePaise = price()
        const approvedPaise = next(3) > 0 ? pricePaise : next(1) ? price() : null
        return { projectId: 'p', kind, ownerId: 'owner', pricePaise, bundlePaise: null, approvedPaise }
      })
      const single = sum(cart.map(({ pricePaise }) => pricePaise))
      const bundle = next(1) ? Math.floor((single * next(1000)) / 1000) : null
      for (const offer of cart) offer.bundlePaise = bundle
      const discount =
        next(2) === 0
          ? null
          : {
              ...(next(1)
                ? { ownerId: 'owner', maxDiscountPaise: null }
                : { ownerId: null, maxDiscountPaise: 1 + price() }),
              ...(next(1)
                ? { percent: 1 + next(99), amountPaise: null }
                : { percent: null, amountPaise: 1 + price() }),
            }
      const rates = next(1) ? { tds: 0, tcs: 0, gst: 0 } : { tds: next(600), tcs: next(200), gst: next(2800) }
      const feeRate = next(1) ? defaultRates.feeRate : next(5000)
      const fees = { feeRate, commissionRate: Math.min(defaultRates.commissionRate, next(feeRate)) }
      const things = priceCart(cart, discount, 100)
      const list = sum(things.map(({ listPricePaise }) => listPricePaise))
      wrongIf(list !== (cart.length === 2 && bundle !== null ? Math.min(bundle, single) : single))
      wrongIf(things.some(({ amountPaise, discountPaise }) => amountPaise < 0 || discountPaise < 0))
      const given = things.filter(({ discountBy }) => discountBy === 'platform')
      wrongIf(given.some(({ discountPaise, approvedPaise }) => discountPaise > (approvedPaise ?? 0)))
      wrongIf(sum(given.map(({ discountPaise }) => discountPaise)) > (discount?.maxDiscountPaise ?? 0))
      for (const thing of things) {
        const referrerId = next(1) ? 'referrer' : null
        const { entries, shares } = saleOf({ ...thing, gateway: 'g', referrerId, rates, ...fees })
        const full = thing.discountBy === 'platform' ? thing.listPricePaise : thing.amountPaise
        const should = expected(full, referrerId !== null, { ...rates, ...fees })
        const is = [shares.owner, shares.referrer, shares.platform, shares.tds, shares.tcs]
        wrongIf(is.some((paise, index) => paise !== should[index] || paise < 0))
        wrongIf(sum(Object.values(entries)) !== 0)
        wrongIf(entries['clearing:g']! !== -thing.amountPaise)
        const back = reverseEntries(entries)
        wrongIf(sum(Object.values(back)) !== 0)
        wrongIf(back['refunds:due'] !== thing.amountPaise)
        for (const [account, paise] of Object.entries(entries))
          if (account !== 'clearing:g') wrongIf(paise + back[account]! !== 0)
      }
    }
    expect(wrong).toBe(0)
  },
)
