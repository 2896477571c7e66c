import { Email } from '#contract/kit/fields.ts'
import { fieldProblem } from '#contract/kit/problem.ts'
import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'

import { hasContactDetails } from '../platform/contact-details/contact-details.ts'

/**
 * Throws invalid_input at the first part of a demo sign-in that has a contact detail. A user that is an email is none,
 * because many programs are signed in to with one; nor is a password with an @ in it, unless it is an email.
 */
export function requireSignIns(signIns: readonly DemoSignIn[] = []): void {
  for (const [index, { role, user, password }] of signIns.entries()) {
    const parts = { role, user: Email.safeParse(user).success ? '' : user, password: withoutAt(password) }
    const part = (Object.keys(parts) as (keyof typeof parts)[]).find((name) => hasContactDetails(parts[name]))
    if (part)
      throw fieldProblem(
        `demoSignIns/${index}/${part}`,
        'This reads like a link, an email, a UPI address or a phone number. Write only what the program asks for.',
      )
  }
}

/** `Admin@school` reads like a UPI address; handles that only those have are found without the @ too. */
const withoutAt = (password: string) =>
  Email.safeParse(password).success ? password : password.replaceAll('@', ' ')
