import type { Contact } from '#contract/staff/contacts.ts'

import type { MessageRow } from './queries.ts'

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
