import { type RawBuilder, sql } from 'kysely'

/** The moment at which the month of a moment began in India. */
export const monthBegin = (at: RawBuilder<Date> = sql<Date>`now()`) =>
  sql<Date>`date_trunc('month', ${at}, 'Asia/Kolkata')`

/** The moment at which the month before that began: a month taken off in another time zone would end on another day of India. */
export const lastMonthBegin = (at?: RawBuilder<Date>) =>
  sql<Date>`date_trunc('month', ${monthBegin(at)} - interval '1 day', 'Asia/Kolkata')`
