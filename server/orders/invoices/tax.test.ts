import fc from 'fast-check'
import { expect, test } from 'vitest'

import { repetitions } from '../../../test/long.ts'
import { type TaxedAmount, splitTaxes } from './tax.ts'

const amounts = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 50 })
const rule = fc.record({
  basisPoints: fc.integer({ min: 0, max: 160 }).map((quarters) => quarters * 25),
  isWithinState: fc.boolean(),
  roundsToRupee: fc.boolean(),
})
const sumOf = (lines: TaxedAmount[], key: keyof TaxedAmount) =>
  lines.reduce((sum, line) => sum + line[key], 0)

const runs = repetitions(20_000)
test(
  `whatever is bought, ${runs} times, the lines sum to the payment to the paisa, column by column and line by line`,
  { timeout: 1_200_000 },
  () => {
    fc.assert(
      fc.property(amounts, rule, (paid, { basisPoints, isWithinState, roundsToRupee }) => {
        const lines = splitTaxes(paid, { basisPoints, isWithinState, roundsToRupee })
        const total = paid.reduce((sum, amount) => sum + amount, 0)
        // No payment service takes less than a rupee.
        fc.pre(total >= 100)
        expect(lines.map(({ amountPaise }) => amountPaise)).toEqual(paid)
        for (const { amountPaise, taxablePaise, cgstPaise, sgstPaise, igstPaise } of lines) {
          expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(amountPaise)
          expect(sgstPaise).toBe(cgstPaise)
          expect(Math.min(taxablePaise, cgstPaise, igstPaise)).toBeGreaterThanOrEqual(0)
          expect(isWithinState ? igstPaise : cgstPaise).toBe(0)
        }
        const [cgst, igst] = [sumOf(lines, 'cgstPaise'), sumOf(lines, 'igstPaise')]
        expect(sumOf(lines, 'taxablePaise') + 2 * cgst + igst).toBe(total)
        const exact = (total * basisPoints) / (10_000 + basisPoints) / (isWithinState ? 2 : 1)
        const unit = roundsToRupee ? 100 : 1
        expect(Math.abs((isWithinState ? cgst : igst) - exact)).toBeLessThanOrEqual(unit / 2 + 1e-4)
        expect((isWithinState ? cgst : igst) % unit).toBe(0)
      }),
      { numRuns: runs },
    )
  },
)

test('₹118 at 18% contain ₹18, half of it for each within a State', () => {
  const rule = { basisPoints: 1800, roundsToRupee: false }
  const line = { amountPaise: 11_800, taxablePaise: 10_000 }
  expect(splitTaxes([11_800], { ...rule, isWithinState: false })).toEqual([
    { ...line, cgstPaise: 0, sgstPaise: 0, igstPaise: 1800 },
  ])
  expect(splitTaxes([11_800], { ...rule, isWithinState: true })).toEqual([
    { ...line, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 },
  ])
})

test.each([
  [49_900, 7600],
  [327, 0],
  [328, 100],
  // Exactly 50 paise.
  [59_000 / 180, 0],
])('of %s paise the tax is %s when it is rounded to rupees, 50 paise up', (amount, igstPaise) => {
  const paise = Math.floor(amount)
  const [line] = splitTaxes([paise], { basisPoints: 1800, isWithinState: false, roundsToRupee: true })
  expect(line).toMatchObject({ igstPaise, taxablePaise: paise - igstPaise })
})

test('without a registration nothing is tax', () => {
  expect(splitTaxes([1, 99], { basisPoints: 0, isWithinState: true, roundsToRupee: true })).toMatchObject([
    { taxablePaise: 1, cgstPaise: 0, igstPaise: 0 },
    { taxablePaise: 99, cgstPaise: 0, igstPaise: 0 },
  ])
})
