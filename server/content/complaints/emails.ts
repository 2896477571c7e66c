import type { ComplaintOutcome } from '#contract/content/complaints.ts'

import type { EmailContent } from '../../platform/mail/email.ts'
import type { NecessaryKind } from '../../platform/mail/send.ts'

/**
 * Kind of the emails that acknowledge a complaint and give its decision. The law requires both, so nobody can switch
 * them off. The same goes to people without an account.
 */
export const complainantKind: NecessaryKind = { name: 'complaint', why: 'you sent us a complaint' }
export const ownerKind: NecessaryKind = { name: 'complaint-about-own', why: 'the project is yours' }

interface Facts {
  number: string
  about: string
  title: string
  projectId: string
  publicUrl: string
  /** The path of the page that shows its state. */
  statusPage: string
}

export const receivedEmail = ({
  number,
  about,
  title,
  due,
  publicUrl,
  statusPage,
}: Facts & { due: string }): EmailContent => ({
  subject: `We have your complaint ${number}`,
  paragraphs: [
    `Your complaint about ${about} “${title}” has arrived. Its number is ${number}. Give it when you write to us about it.`,
    `Our staff look at it and decide by ${due} at the latest. You get an email with the decision and the reasons.`,
  ],
  button: { label: 'See What Becomes of It', url: `${publicUrl}${statusPage}` },
})

export const aboutYoursEmail = ({
  number,
  title,
  kind,
  text,
  due,
  publicUrl,
  projectId,
}: Omit<Facts, 'about' | 'statusPage'> & {
  kind: string
  /** Undefined for that of somebody without an account: no stranger mails words of their own. */
  text: string | undefined
  due: string
}): EmailContent => ({
  subject: `A complaint about your project: ${title}`,
  paragraphs: [
    `Somebody complained to our staff about your project “${title}” (complaint ${number}): ${kind}.`,
    text === undefined ? 'What they wrote stands on the page of your project.' : `“${text}”`,
    `You can answer once, on the page of your project. Our staff read your answer and decide by ${due} at the latest.`,
  ],
  button: { label: 'Answer the Complaint', url: `${publicUrl}/owner/projects/${projectId}#complaints` },
})

export const decidedEmail = (
  {
    number,
    about,
    title,
    publicUrl,
    projectId,
    statusPage,
    isListing,
    isGone,
  }: Facts & { isListing: boolean; isGone: boolean },
  { outcome, reasons }: { outcome: ComplaintOutcome; reasons: string },
  isOwner: boolean,
): EmailContent => ({
  subject: `Decided: complaint ${number}`,
  paragraphs: [
    `Our staff have decided on complaint ${number} about ${about} “${title}”: ${isListing && outcome === 'hidden' ? 'it is no longer listed.' : done[outcome]}`,
    { byStaff: `Why: ${reasons}` },
    'If you do not agree, write to our grievance officer. The address is on our contact page.',
  ],
  button:
    isOwner && !isGone
      ? { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${projectId}#complaints` }
      : isOwner
        ? { label: 'Go to the Contact Page', url: `${publicUrl}/contact` }
        : { label: 'See the Decision', url: `${publicUrl}${statusPage}` },
})

const done: Record<ComplaintOutcome, string> = {
  no_action: 'it stays as it is.',
  hidden: 'it is taken off the page.',
  recalled: 'the release is recalled and cannot be downloaded any more.',
}
