import type { earnings } from '#contract/accounts/earnings.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { rupeesOf } from '#contract/kit/money.ts'

import type { StatementRow } from '../ledger/service.ts'

interface Event {
  sales: number
  views: number
  amountPaise: number
}

/** What several events brought together. */
export const toFigures = (events: readonly Event[]) => ({
  sales: sum(events.map(({ sales }) => sales)),
  views: sum(events.map(({ views }) => views)),
  amount: rupeesOf(sum(events.map(({ amountPaise }) => amountPaise))),
})

type Line = Reply<typeof earnings.statement>['lines'][number]

/** A sale of an owner's, or one taken back, in their statement. */
export const toLine = (row: StatementRow): Line => ({
  date: row.happenedAt.toISOString(),
  what: row.kind,
  number: row.number,
  title: row.title,
  kind: row.item as Line['kind'],
  ...toAmounts([row]),
})

/** What became of the prices of some sales. */
export function toAmounts(rows: readonly StatementRow[]) {
  const of = (paise: (row: StatementRow) => number) => sum(rows.map(paise))
  const [price, discount] = [of((row) => row.listPaise), of((row) => row.discountPaise)]
  const [tds, tcs, net] = [of((row) => row.tdsPaise), of((row) => row.tcsPaise), of((row) => row.netPaise)]
  return {
    price: rupeesOf(price),
    discount: rupeesOf(discount),
    gross: rupeesOf(price - discount),
    fee: rupeesOf(price - discount - tds - tcs - net),
    tds: rupeesOf(tds),
    tcs: rupeesOf(tcs),
    net: rupeesOf(net),
  }
}

export const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
