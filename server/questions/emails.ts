import type { EmailContent } from '../mail/email.ts'
import type { OptionalKind } from '../mail/kind.ts'

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
    'Your answer stands on the project’s page, for everybody who wonders the same.',
  ],
  button: { label: 'Answer it', url: `${publicUrl}/owner/projects/${projectId}#questions` },
})

/** Tells who asked what the owner answered. */
export const answerEmail = ({ answer, ...asked }: Asked & { answer: string }): EmailContent => ({
  subject: `Your question about ${asked.title} is answered`,
  paragraphs: [`You asked: “${asked.question}”`, `The owner answered: “${answer}”`],
  button: { label: 'Open the project', url: `${asked.publicUrl}/projects/${asked.projectId}#questions` },
})
