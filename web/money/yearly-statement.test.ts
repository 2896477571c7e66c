import { expect, test } from 'vitest'

import { csv } from '#contract/kit/format.ts'

import { rowsOf } from './yearly-statement.tsx'

const sale = { price: 400, discount: 0, gross: 400, fee: 80, tds: 0.4, tcs: 0, net: 319.6 }
const untaxed = { price: 0.1, discount: 0, gross: 0.1, fee: 0.02, tds: 0, tcs: 0, net: 0.08 }
const of = { title: 'Library Desk', kind: 'source' } as const

test('the file of a year has days in India that sort, amounts with two decimals, and the sums under them', () => {
  const lines = [
    { ...of, ...sale, date: '2026-06-30T20:00:00.000Z', what: 'sale', number: 'RM-2026-000001' },
    { ...of, ...untaxed, date: '2026-07-02T10:00:00.000Z', what: 'sale', number: 'RM-2026-000002' },
  ] as const
  const total = {
    price: 400.1,
    discount: 0,
    gross: 400.1,
    fee: 80.02,
    tds: 0.4,
    tcs: 0,
    net: 319.68,
    paidOut: 500,
  }
  const text = csv(rowsOf({ lines: [...lines], total }, { gstin: null, panEnding: '234F' }))
  expect(text.trim().split('\r\n')).toEqual([
    'Date,What,Order,Project,Item,Price,Your coupon,Gross,Fee,TDS,TCS,Net',
    '2026-07-01,sale,RM-2026-000001,Library Desk,source code,400.00,0.00,400.00,80.00,0.40,0.00,319.60',
    '2026-07-02,sale,RM-2026-000002,Library Desk,source code,0.10,0.00,0.10,0.02,0.00,0.00,0.08',
    'Total,,,,,400.10,0.00,400.10,80.02,0.40,0.00,319.68',
    'Paid out,,,,,,,,,,,500.00',
    'Sold without TDS,,,,,,,0.10',
    'Sold with TDS,,,,,,,400.00',
    'Your GSTIN,not registered',
    'Your PAN ends in,234F',
  ])
})
