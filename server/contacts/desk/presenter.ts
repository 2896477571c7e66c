import type { Contact, ContactDetail } from '#contract/staff/contacts.ts'

import type { Found } from '../../database/connection.ts'
import type { mentionedBy, MessageRow, repliesTo } from './queries.ts'

/** A message as staff's list has it. */
export const toContact = ({ id, name, email, subject, status, message, createdAt }: MessageRow): Contact => ({
  _id: id,
  name,
  email,
  subject,
  status: status as Contact['status'],
  createdAt: createdAt.toISOString(),
  excerpt: message.slice(0, 160),
})

/** A message with its replies and what it names. */
export const toDetail = (
  row: MessageRow,
  { project, orders }: Found<typeof mentionedBy>,
  replies: Found<typeof repliesTo>,
): ContactDetail => ({
  ...toContact(row),
  phone: row.phone,
  message: row.message,
  project: project ? { _id: project.id, title: project.title } : null,
  orders: orders.map(({ id, number, title }) => ({ _id: id, number, title })),
  replies: replies.map(({ id, by, text, sentAt }) => ({ _id: id, by, text, sentAt: sentAt.toISOString() })),
})
