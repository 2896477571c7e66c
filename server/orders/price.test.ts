import fc from 'fast-check'
import { expect, test } from 'vitest'

import { repetitions } from '../../test/long.ts'
import { type Discount, type Offer, priceCart, sum } from './price.ts'

const runs = repetitions(1_000_000, 2000)
const offer = (kind: Offer['kind'], pricePaise: number, more: Partial<Offer> = {}): Offer => ({
  projectId: 'p1',
  kind,
  ownerId: 'asha',
  pricePaise,
  bundlePaise: null,
  approvedPaise: pricePaise,
  ...more,
})
const percent = (value: number, ownerId: string | null = null): Discount => ({
  ownerId,
  percent: value,
  amountPaise: null,
  maxDiscountPaise: null,
})
const amount = (amountPaise: number, ownerId: string | null = null): Discount => ({
  ownerId,
  percent: null,
  amountPaise,
  maxDiscountPaise: null,
})
const paid = (offers: Offer[], discount: Discount | null = null) =>
  priceCart(offers, discount, 100).map(({ amountPaise }) => amountPaise)

test('code and report together cost their bundle price, split in proportion to the single prices', () => {
  const both = [
    offer('source', 49_900, { bundlePaise: 50_000 }),
    offer('report', 9900, { bundlePaise: 50_000 }),
  ]
  expect(paid(both)).toEqual([41_722, 8278])
  expect(paid(both.toReversed())).toEqual([8278, 41_722])
})

test('a bundle price is for both together alone, and never dearer than the single prices', () => {
  expect(paid([offer('source', 49_900, { bundlePaise: 100 })])).toEqual([49_900])
  const dear = [offer('source', 300, { bundlePaise: 900 }), offer('report', 200, { bundlePaise: 900 })]
  expect(paid(dear)).toEqual([300, 200])
  const other = offer('report', 200, { bundlePaise: 10, projectId: 'p2' })
  expect(paid([offer('source', 300, { bundlePaise: 10 }), other])).toEqual([300, 200])
})

test('a bundle may be free, and so may one part of it', () => {
  const free = [offer('source', 300, { bundlePaise: 0 }), offer('report', 200, { bundlePaise: 0 })]
  expect(paid(free)).toEqual([0, 0])
  const half = [offer('source', 300, { bundlePaise: 250 }), offer('report', 0, { bundlePaise: 250 })]
  expect(paid(half)).toEqual([250, 0])
})

test('a percentage is taken of what the things cost together, rounded down to the paisa', () => {
  expect(paid([offer('source', 999)], percent(10))).toEqual([900])
  const both = [offer('source', 999), offer('report', 501)]
  expect(paid(both, percent(33))).toEqual([669, 336])
})

test('an amount is taken off once, in proportion, and never below nothing', () => {
  const both = [offer('source', 30_000), offer('report', 10_000)]
  expect(paid(both, amount(1001))).toEqual([29_249, 9750])
  expect(paid(both, amount(99_999))).toEqual([0, 0])
})

test('an owner’s coupon lowers what is theirs alone, and says whose expense it is', () => {
  const cart = [offer('source', 1000), offer('source', 2000, { projectId: 'p2', ownerId: 'ravi' })]
  expect(priceCart(cart, percent(50, 'ravi'), 100)).toMatchObject([
    { listPricePaise: 1000, discountPaise: 0, amountPaise: 1000, discountBy: null },
    { listPricePaise: 2000, discountPaise: 1000, amountPaise: 1000, discountBy: 'owner' },
  ])
  expect(priceCart(cart, percent(50), 100).map(({ discountBy }) => discountBy)).toEqual([
    'platform',
    'platform',
  ])
})

test('what is left of a discounted cart and is less than a rupee is given away', () => {
  expect(paid([offer('source', 5000)], percent(99))).toEqual([0])
  expect(paid([offer('source', 10_000)], percent(99))).toEqual([100])
  const other = offer('source', 50, { projectId: 'p2', ownerId: 'ravi' })
  expect(paid([offer('source', 5000), other], percent(99, 'asha'))).toEqual([50, 50])
})

test('a coupon of ours is reckoned on what a thing cost when it was approved, if that is less', () => {
  const raised = offer('source', 1_000_000, { approvedPaise: 10_000 })
  expect(paid([raised], percent(50))).toEqual([995_000])
  expect(paid([raised], amount(100_000))).toEqual([990_000])
  expect(paid([offer('source', 5000, { approvedPaise: 10_000 })], percent(50))).toEqual([2500])
  expect(paid([offer('source', 5000, { approvedPaise: null })], percent(50))).toEqual([5000])
  expect(paid([raised], percent(50, 'asha'))).toEqual([500_000])
})

test('a coupon of ours takes no more off than it may, and leaves what a gateway collects', () => {
  const capped = { ...percent(100), maxDiscountPaise: 4000 }
  expect(paid([offer('source', 10_000)], capped)).toEqual([6000])
  expect(paid([offer('source', 4000)], capped)).toEqual([0])
  expect(paid([offer('source', 4050)], capped)).toEqual([100])
  expect(paid([offer('source', 4050, { approvedPaise: 4000 })], percent(100))).toEqual([100])
})

test('a discount is split to the last paisa, and no part of it is above the price of its thing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, portion) => {
        const whole = Math.floor(sum(weights) * portion)
        const offers = weights.map((price, index) => offer('source', price, { projectId: `p${index}` }))
        const priced = priceCart(offers, amount(whole), 0)
        expect(sum(priced.map(({ discountPaise }) => discountPaise))).toBe(whole)
        for (const { discountPaise, amountPaise, pricePaise } of priced) {
          expect(discountPaise).toBeGreaterThanOrEqual(0)
          expect(amountPaise).toBe(pricePaise - discountPaise)
          expect(amountPaise).toBeGreaterThanOrEqual(0)
        }
      },
    ),
    { numRuns: runs },
  )
})
