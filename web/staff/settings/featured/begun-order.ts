import { jsonReader, store } from '../../../browser-store.ts'
import { storedAdmin } from '../../session.ts'

interface BegunOrder {
  staffId: string | undefined
  ids: string[]
}

/** The ids of featured projects in the order that the signed-in staff member has begun in this tab and not saved. */
export function begunOrder(): string[] | undefined {
  const begun = inStore()
  return begun && begun.staffId === storedAdmin()?._id ? begun.ids : undefined
}

/** Keeps it over a reload and other pages; without ids it is forgotten. */
export const keepOrder = (ids?: string[]): void =>
  store({ featuredOrder: ids ? JSON.stringify({ staffId: storedAdmin()?._id, ids }) : null })

const inStore = jsonReader('featuredOrder', (json) =>
  json && Array.isArray((json as BegunOrder).ids) ? (json as BegunOrder) : undefined,
)
