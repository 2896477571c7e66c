import type { EmailContent } from '../../platform/mail/email.ts'
import type { OptionalKind } from '../../platform/mail/send.ts'

export const questionKind: OptionalKind = {
  name: 'question',
  why: 'somebody asked about your project',
  preference: 'notifications',
}

export const answerKind: OptionalKind = {
  name: 'answer',
  why: 'you asked about a project',
  preference: 'notifications',
}

/** Who asked and the owner read the same for reasons of their own. */
export const hiddenKinds: Record<'asker' | 'owner', OptionalKind> = {
  asker: { name: 'question-hidden', why: 'you asked about a project', preference: 'notifications' },
  owner: { name: 'question-hidden', why: 'the project is yours', preference: 'notifications' },
}

interface Asked {
  projectId: string
  title: string
  question: string
  publicUrl: string
}

/** Tells the owner of a project what somebody asked about it. */
export const questionEmail = ({ projectId, title, question, publicUrl }: Asked): EmailContent => ({
  subject: `A question about ${title}`,
  paragraphs: [
    `Somebody asked about “${title}”:`,
    `“${question}”`,
    'Your answer is shown on the project’s page, where everybody can read it.',
  ],
  button: { label: 'Answer It', url: `${publicUrl}/owner/projects/${projectId}#questions` },
})

/** Tells who asked what the owner answered. */
export const answerEmail = ({ answer, ...asked }: Asked & { answer: string }): EmailContent => ({
  subject: `Your question about ${asked.title} is answered`,
  paragraphs: [`You asked: “${asked.question}”`, `The owner answered: “${answer}”`],
  button: { label: 'Open the Project', url: `${asked.publicUrl}/projects/${asked.projectId}#questions` },
})

/** Tells who asked, or the owner, that staff took a question off the page, and why. */
export const hiddenEmail = (
  { projectId, title, question, reason, publicUrl }: Asked & { reason: string },
  reader: 'asker' | 'owner',
): EmailContent => ({
  subject: `A question about ${title} was taken off the page`,
  paragraphs: [
    `Our staff took ${reader === 'asker' ? 'your' : 'a'} question about “${title}” off its page:`,
    `“${question}”`,
    `Why: ${reason}`,
    reader === 'asker'
      ? 'Only you and the owner still see it there.'
      : 'Only you and the person who asked still see it. You need not answer it.',
  ],
  button: {
    label: 'Open the Project',
    url:
      reader === 'owner'
        ? `${publicUrl}/owner/projects/${projectId}#questions`
        : `${publicUrl}/projects/${projectId}#questions`,
  },
})
