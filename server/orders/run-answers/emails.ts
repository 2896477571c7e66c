import { runAnswerReaders, type RunTrouble, runTroubleLabels } from '#contract/orders/run-answers.ts'

import type { EmailContent } from '../../platform/mail/email.ts'
import type { OptionalKind } from '../../platform/mail/send.ts'

export const runKind: OptionalKind = {
  name: 'did-it-run',
  why: 'you downloaded this project',
  preference: 'notifications',
}

export const didNotRunKind: OptionalKind = {
  name: 'did-not-run',
  why: 'a buyer of your project said whether it ran',
  preference: 'notifications',
}

/** Asks a buyer whether what they downloaded ran. */
export const runEmail = (about: {
  orderId: string
  title: string
  /** Whether help can be asked for on the page of the order. */
  hasHelp: boolean
  publicUrl: string
}): EmailContent => ({
  subject: `Did ${about.title} run?`,
  paragraphs: [
    `You downloaded “${about.title}” three days ago. Did it run on your computer?`,
    about.hasHelp
      ? 'If it did not run, say what went wrong, and ask for help on the same page.'
      : 'If it did not run, say what went wrong.',
    runAnswerReaders,
  ],
  button: { label: 'Say if It Ran', url: `${about.publicUrl}/orders/${about.orderId}#run` },
})

interface NotRun {
  projectId: string
  title: string
  reason: RunTrouble | null
  text: string
  publicUrl: string
}

/** Tells the owner of a project that it did not run for a buyer, without naming the buyer. */
export const didNotRunEmail = ({ projectId, title, reason, text, publicUrl }: NotRun): EmailContent => ({
  subject: `${title} did not run for a buyer`,
  paragraphs: [
    `A buyer of “${title}” says that it did not run: ${runTroubleLabels[reason ?? 'other'].toLowerCase()}.`,
    ...(text ? [`“${text}”`] : []),
    'If something is missing or unclear, upload a new release or make the README clearer: every buyer gets it, this one too.',
  ],
  button: { label: 'See All Answers', url: `${publicUrl}/owner/projects/${projectId}#runs` },
})
