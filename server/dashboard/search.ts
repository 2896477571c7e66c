import type { Found } from '#contract/staff/dashboard.ts'

import { membersNamed } from '../accounts/service.ts'
import { messagesNamed } from '../contacts/service.ts'
import type { Connection } from '../database/connection.ts'
import { orderNumbersIn, ordersNumbered } from '../orders/service.ts'
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
  const numbers = orderNumbersIn(text)
  const [orders, projects, members, messages] = await Promise.all([
    numbers.length > 0 ? ordersNumbered(connection, numbers) : [],
    named(projectsNamed),
    named(membersNamed),
    named(messagesNamed),
  ])
  return [
    ...orders.map(({ id, number, title }) => found('order', id, number, title)),
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
