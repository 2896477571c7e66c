import type { EmailContent } from '../../mail/email.ts'
import type { OptionalKind } from '../../mail/kind.ts'

export const createdKind: OptionalKind = {
  name: 'project created by staff',
  why: 'the project is yours',
  preference: 'notifications',
}

/** Tells a member that staff have listed a project for them, and what is theirs to do. */
export const createdEmail = ({
  id,
  title,
  publicUrl,
}: {
  id: string
  title: string
  publicUrl: string
}): EmailContent => ({
  subject: `A project was created for you: ${title}`,
  paragraphs: [
    `Our staff have created the project “${title}” in your account. What it earns is yours.`,
    'Check its description, then upload its files and pictures. After that our staff verify it.',
  ],
  button: { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${id}` },
})
