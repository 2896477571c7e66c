import type { Found } from '#contract/staff/dashboard.ts'

import { membersNamed } from '../accounts/service.ts'
import { messagesNamed } from '../contacts/service.ts'
import type { Connection } from '../database/connection.ts'
import { ordersNumbered } from '../orders/service.ts'
import { projectsNamed } from '../projects/service.ts'

/** Hits of each kind. */
const max = 5

/** What a word names, orders by their number first. Nothing but orders for fewer than three letters in a row: the indexes need three. */
export async function findForDesk(connection: Connection, typed: string): Promise<Found[]> {
  const text = typed.toLowerCase()
  const isWord = /[\p{L}\p{N}]{3}/u.test(text)
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const named = <Row>(find: (connection: Connection, pattern: string, max: number) => Promise<Row[]>) =>
    isWord ? find(connection, pattern, max) : []
  const numbers = orderNumbers(text)
  const [orders, projects, members, messages] = await Promise.all([
    numbers.length > 0 ? ordersNumbered(connection, numbers) : [],
    named(projectsNamed),
    named(membersNamed),
    named(messagesNamed),
  ])
  return [
    ...orders.map(({ id, number, title, projectId }) => ({
      ...found('order', id, number, title),
      projectId,
    })),
    ...projects.map(({ id, title, category }) => found('project', id, title, category)),
    ...members.map(({ id, name, email }) => found('member', id, name, email)),
    ...messages.map(({ id, name, subject }) => found('contact', id, name, subject)),
  ]
}

const found = (kind: Found['kind'], _id: string, label: string, detail: string): Found => ({
  kind,
  _id,
  label,
  detail,
})

/** The order numbers that are meant: a whole one, or its last figures in this year or one of the four before. */
function orderNumbers(text: string): string[] {
  const [, year, figures] = /^(?:rm-?(?:(\d{4})-)?)?(\d{1,9})$/.exec(text) ?? []
  if (!figures) return []
  const now = new Date().getUTCFullYear()
  const years = year ? [Number(year)] : Array.from({ length: 5 }, (_, ago) => now + 1 - ago)
  return years.map((one) => `RM-${one}-${String(Number(figures)).padStart(6, '0')}`)
}
