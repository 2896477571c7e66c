import { hash, verify } from '@node-rs/argon2'

import { Limiter } from '../platform/overload/limiter.ts'

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

const minLength = 12
/** Each guess takes argon2 some hundredths of a second. */
const minGuesses = 3e9

/**
 * What was expected in place of a new password of a staff member, or undefined when it may be used. `about`: what others
 * know of its owner and must not be all there is to it, such as the email and the name.
 */
export async function passwordProblem(password: string, about: string[] = []): Promise<string | undefined> {
  if (password.length < minLength) return `expected ${minLength} characters or more`
  const { guesses } = (await strength()).check(password, ['readymade', ...about.flatMap(wordsOf)])
  if (guesses >= minGuesses) return undefined
  return 'expected a password that is hard to guess, for instance four words that have nothing to do with each other'
}

/** Loaded when somebody chooses a password: its dictionaries take time and memory. */
const strength = () => (loaded ??= loadStrength())
let loaded: ReturnType<typeof loadStrength> | undefined

async function loadStrength() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

const wordsOf = (text: string) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]
