import type { EmailContent } from '../mail/email.ts'
import type { OptionalKind } from '../mail/kind.ts'

export const welcomeKind: OptionalKind = {
  name: 'welcome',
  why: 'you signed up at Readymade',
  preference: 'notifications',
}

/** Greets a new member, once. */
export const welcomeEmail = (
  name: string,
  { publicUrl, feeRate }: { publicUrl: string; feeRate: number },
): EmailContent => ({
  subject: 'Welcome to Readymade',
  paragraphs: [
    `Welcome, ${name}. Your account is ready.`,
    'Look at what is in a project before you pay for it: its files, its README, and how it was verified. What you buy stays in your orders, with every later release that we approve.',
    `You can sell your own projects too. Our staff look at each before it is listed, and ${(10_000 - feeRate) / 100}% of the price is yours.`,
  ],
  button: { label: 'Browse Projects', url: `${publicUrl}/projects` },
})
