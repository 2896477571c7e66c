import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { EmailContent } from '../../platform/mail/email.ts'
import type { OptionalKind } from '../../platform/mail/send.ts'

interface DecisionDetails {
  id: string
  title: string
  to: VerificationStatus
  notes: string | null
  isOnSale: boolean
  publicUrl: string
}

/** The emails about decisions, which owners may switch off. */
export const decisionKind: OptionalKind = {
  name: 'decision',
  why: 'the project is yours',
  preference: 'notifications',
}

/** The email that tells an owner the decision and the notes of staff. */
export function decisionEmail({ id, title, to, notes, isOnSale, publicUrl }: DecisionDetails): EmailContent {
  return {
    subject: `Your project ${verbs[to]} ${statusLabels[to]}: ${title}`,
    paragraphs: [
      `Your project “${title}” ${verbs[to]} ${statusLabels[to]}. ${saleOf(to, isOnSale)}${nextSteps[to]}`,
      ...(notes ? [{ byStaff: `Notes from our staff: ${notes}` }] : []),
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

const saleOf = (to: VerificationStatus, isOnSale: boolean) =>
  to === 'approved' || to === 'pending'
    ? ''
    : isOnSale
      ? 'What we approved before stays on sale. '
      : 'It is not listed. '

const nextSteps: Record<VerificationStatus, string> = {
  pending: 'It will be listed once our staff have verified it.',
  approved: 'While it is active, everyone can find and buy it.',
  rejected: 'Once you have edited it, our staff look at it again.',
  under_review: 'Our staff are looking at it.',
  needs_changes:
    'Make the changes, then press “Send Back for Checking” on its page: our staff look at it again.',
}

/** What a project is in a status, in sentences to owners and staff. */
export const statusLabels: Record<VerificationStatus, string> = {
  pending: 'waiting for verification',
  approved: 'approved',
  rejected: 'rejected',
  under_review: 'under review',
  needs_changes: 'sent back for changes',
}
