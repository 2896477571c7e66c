import type { ContactStatus } from '#contract/content/contacts.ts'

import { Status, type StatusTone } from '../../ui/status.tsx'

export const contactWords: Record<ContactStatus, string> = {
  unread: 'Unread',
  read: 'Read',
  replied: 'Replied',
  closed: 'Closed',
}

const tones: Record<ContactStatus, StatusTone> = {
  unread: 'waiting',
  read: 'neutral',
  replied: 'verified',
  closed: 'neutral',
}

/** The status of a message, as a dot and a word. */
export const ContactStatusMark = ({ status }: { status: ContactStatus }) => (
  <Status tone={tones[status]}>{contactWords[status]}</Status>
)
