import { line, list } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** The most sign-ins of a listing, and the most characters of each part. */
export const signInLimits = { count: 6, role: 40, user: 100, password: 100 } as const

/** One line that shows all of its signs, so that it can be typed as it is read. */
const typed = (max: number, missing: string) =>
  line(max, missing)
    .min(1, missing)
    .regex(/^[^\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Leave out the signs that nobody sees')

/** A sign-in that works in every copy of a project, such as the admin's in its database script. */
export const DemoSignIn = z.object({
  role: typed(signInLimits.role, 'Say who signs in with it, such as admin'),
  user: typed(signInLimits.user, 'Enter the user or the email'),
  password: typed(signInLimits.password, 'Enter the password'),
})
schemaNames.add(DemoSignIn, { id: 'DemoSignIn' })
export type DemoSignIn = z.infer<typeof DemoSignIn>

export const DemoSignIns = list(DemoSignIn, signInLimits.count, {
  tooMany: `At most ${signInLimits.count} demo sign-ins`,
})

/** A sign-in on one line, where it is compared and mailed. */
export const signInText = ({ role, user, password }: DemoSignIn): string => `${role}: ${user} / ${password}`
