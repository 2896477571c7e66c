import type { EmailContent } from '../../mail/email.ts'
import type { NecessaryKind } from '../../mail/kind.ts'

export const exportKind: NecessaryKind = {
  name: 'data export',
  why: 'you asked for a download of your data',
}

export const exportEmail = (days: number, publicUrl: string): EmailContent => ({
  subject: 'Your data is ready',
  paragraphs: [
    'The download of your data that you asked for is ready. You can save it from Settings.',
    `We keep it for ${days} days, then it is deleted.`,
  ],
  button: { label: 'Open Settings', url: `${publicUrl}/profile?tab=settings` },
})
