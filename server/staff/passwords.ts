import { hash, verify } from '@node-rs/argon2'

import type { Dependencies } from '../dependencies.ts'
import { Limiter } from '../platform/overload/limiter.ts'

/** One slot, so that a flood of passwords uses one processor and one of the four threads that files wait for too. */
const slots = new Limiter({ slots: 1 })

export type PasswordCost = Dependencies['passwordCost']

/** The cost in OWASP's password storage sheet: 19 MiB, 2 passes, 1 lane. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id. */
export const hashPassword = (cost: PasswordCost, password: string): Promise<string> =>
  slots.run(() => hash(password, cost))

/**
 * Whether a password matches a hash. Without a hash it takes as long and is false, so that the time does not reveal
 * unknown accounts.
 */
export async function passwordMatches(
  cost: PasswordCost,
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await slots.run(() => verify(passwordHash ?? dummyHash(cost), password))
  return matches && (passwordHash ?? undefined) !== undefined
}

/** A hash of this cost that no password is known for. */
const dummyHash = ({ memoryCost, timeCost, parallelism }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$HaF2IIgmjrJE+YEc4deC0g$8s0wjbYiD4rW3ys1JLrhCQcrd/n2rZwM2FiW6P8z4ic`

const minLength = 12
/** The guesses that a password must withstand, each of which costs an argon2 hash. */
const minGuesses = 3e9

/**
 * Returns what was expected instead of a new password of a staff member, or undefined when it may be used. `about`:
 * what others know of its owner, such as email and name, which must not be all of it.
 */
export async function passwordProblem(password: string, about: string[] = []): Promise<string | undefined> {
  if (password.length < minLength) return `expected ${minLength} characters or more`
  const { guesses } = (await strength()).check(password, ['readymade', ...about.flatMap(wordsOf)])
  if (guesses >= minGuesses) return undefined
  return 'expected a password that is hard to guess, for instance four words that have nothing to do with each other'
}

/** Loaded only when somebody chooses a password, because its dictionaries take time and memory. */
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
