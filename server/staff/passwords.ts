import { hash, verify } from '@node-rs/argon2'

import { Limiter } from '../overload/limiter.ts'

/** One after the other: a flood of passwords takes one processor and one of the four threads that files wait for too. */
const slots = new Limiter({ slots: 1 })

/** Hashes a password with argon2id: 19 MiB, 2 passes, 1 lane (OWASP's password storage sheet). */
export const hashPassword = (password: string): Promise<string> =>
  slots.run(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))

/** Whether a password matches a hash. Without a hash it takes as long and is false, so that unknown accounts do not stand out. */
export async function passwordMatches(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await slots.run(() => verify(passwordHash ?? nobodysHash, password))
  return matches && (passwordHash ?? undefined) !== undefined
}

/** Of random bytes that were thrown away. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$HaF2IIgmjrJE+YEc4deC0g$8s0wjbYiD4rW3ys1JLrhCQcrd/n2rZwM2FiW6P8z4ic'
