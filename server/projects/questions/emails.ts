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

/** The kinds of the email about a hidden question: the asker and the owner get it for different reasons. */
export const hiddenKinds: Record<'asker' | 'owner', OptionalKind> = {
  asker: { name: 'question-hidden', why: 'you asked about a project', preference: 'notifications' },
  owner: { name: 'question-hidden', why: 'the project is yours', preference: 'notifications' },
}

interface QuestionDetails {
  projectId: string
  title: string
  question: string
  publicUrl: string
}

/** The email that tells a project's owner about a question. */
export const questionEmail = ({ projectId, title, question, publicUrl }: QuestionDetails): EmailContent => ({
  subject: `A question about ${title}`,
  paragraphs: [
    `Somebody asked about “${title}”:`,
    `“${question}”`,
    'Your answer is shown on the project’s page, where everybody can read it.',
  ],
  button: { label: 'Answer It', url: `${publicUrl}/owner/projects/${projectId}#questions` },
})

/** The email that tells the asker the owner's answer. */
export const answerEmail = ({ answer, ...asked }: QuestionDetails & { answer: string }): EmailContent => ({
  subject: `Your question about ${asked.title} is answered`,
  paragraphs: [`You asked: “${asked.question}”`, `The owner answered: “${answer}”`],
  button: { label: 'Open the Project', url: `${asked.publicUrl}/projects/${asked.projectId}#questions` },
})

/** The kinds of the email about a question or an answer that staff did not publish. */
export const refusedKinds: Record<'question' | 'answer', OptionalKind> = {
  question: { name: 'question-refused', why: 'you asked about a project', preference: 'notifications' },
  answer: { name: 'answer-refused', why: 'the project is yours', preference: 'notifications' },
}

/** The email that tells who wrote a question or an answer that staff did not publish it, and why. */
export const refusedEmail = (
  { projectId, title, text, reason, publicUrl }: Omit<QuestionDetails, 'question'> & Refusal,
  what: 'question' | 'answer',
): EmailContent => ({
  subject: `Your ${what} about ${title} is not on the page`,
  paragraphs: [
    `Our staff have read your ${what} about “${title}” and did not put it on the page:`,
    `“${text}”`,
    { byStaff: `Why: ${reason}` },
    'You can write it again without that.',
  ],
  button: { label: 'Open the Project', url: `${publicUrl}/projects/${projectId}#questions` },
})

interface Refusal {
  text: string
  reason: string
}

/** The email that tells the asker or the owner that staff hid a question, and why. */
export const hiddenEmail = (
  { projectId, title, question, reason, publicUrl }: QuestionDetails & { reason: string },
  reader: 'asker' | 'owner',
): EmailContent => ({
  subject: `A question about ${title} was taken off the page`,
  paragraphs: [
    `Our staff took ${reader === 'asker' ? 'your' : 'a'} question about “${title}” off its page:`,
    `“${question}”`,
    { byStaff: `Why: ${reason}` },
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
