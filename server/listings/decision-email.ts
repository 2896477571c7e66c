import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { EmailContent } from '../mail/email.ts'
import type { OptionalKind } from '../mail/kind.ts'

interface Decided {
  id: string
  title: string
  to: VerificationStatus
  notes?: string | undefined
  publicUrl: string
}

export const decisionKind: OptionalKind = {
  name: 'decision',
  why: 'the project is yours',
  preference: 'notifications',
}

/** Tells the owner what was decided about a project, and what the staff noted. */
export function decisionEmail({ id, title, to, notes, publicUrl }: Decided): EmailContent {
  return {
    subject: `Your project ${verbs[to]} ${statusInWords[to]}: ${title}`,
    paragraphs: [
      `Your project “${title}” ${verbs[to]} ${statusInWords[to]}. ${whatFollows[to]}`,
      ...(notes ? [`Notes from our staff: ${notes}`] : []),
    ],
    button: { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${id}` },
  }
}

const verbs: Record<VerificationStatus, string> = {
  pending: 'is',
  approved: 'is',
  rejected: 'was',
  under_review: 'is',
  needs_changes: 'was',
}

export const statusInWords: Record<VerificationStatus, string> = {
  pending: 'waiting for verification',
  approved: 'approved',
  rejected: 'rejected',
  under_review: 'under review',
  needs_changes: 'sent back for changes',
}

const whatFollows: Record<VerificationStatus, string> = {
  pending: 'It will be listed once our staff have verified it.',
  approved: 'While it is active, everyone can find and buy it.',
  rejected: 'It is not listed. Once you have edited it, our staff look at it again.',
  under_review: 'Our staff are looking at it. It is not listed meanwhile.',
  needs_changes:
    'It is not listed. Once you have edited it or uploaded new files, our staff look at it again.',
}
