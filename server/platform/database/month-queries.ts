import { type RawBuilder, sql } from 'kysely'

/** The beginning of a moment's month in India. */
export const monthBegin = (at: RawBuilder<Date> = sql<Date>`now()`) =>
  sql<Date>`date_trunc('month', ${at}, 'Asia/Kolkata')`

/**
 * The beginning of the month before that in India. A month subtracted in another time zone would end on another day of
 * India.
 */
export const lastMonthBegin = (at?: RawBuilder<Date>) =>
  sql<Date>`date_trunc('month', ${monthBegin(at)} - interval '1 day', 'Asia/Kolkata')`
