import type { Analytics } from '#contract/staff/analytics.ts'

import type { Connection } from '../database/connection.ts'
import { technologiesOf } from '../projects/service.ts'
import { daysOf, sharesBy, type Side } from './daily-queries.ts'
import { toCount, toFigures } from './presenter.ts'

/** Rows of each table. */
const max = 20

/** What happened in the last days of India, today included. */
export async function analyticsOf(connection: Connection, period: number): Promise<Analytics> {
  const shares = async (side: Side) => (await sharesBy(connection, side, period, max)).map(toFigures)
  const [technologies, days, categories, byTechnology, owners] = await Promise.all([
    technologiesOf(connection, period, max),
    daysOf(connection, period),
    shares('category'),
    shares('technology'),
    shares('owner'),
  ])
  return {
    technologyStats: technologies.map(toCount),
    days: days.map(toFigures),
    categories,
    technologies: byTechnology,
    owners,
  }
}
