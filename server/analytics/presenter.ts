import { rupeesOf } from '#contract/kit/money.ts'

/** What happened on a day or with one group of projects, its money in rupees. */
export const toFigures = <Row extends { revenuePaise: number }>({ revenuePaise, ...row }: Row) => ({
  ...row,
  revenue: rupeesOf(revenuePaise),
})

export const toCount = ({ name, count }: { name: string; count: number }) => ({ _id: name, count })
