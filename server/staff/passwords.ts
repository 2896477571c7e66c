import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
/** How many characters must be left that nobody can foresee; a piece that guessers know counts as two, once. */
const minUnforeseen = 8

/**
 * What is wrong with a new password of a staff member, as what was expected instead, or undefined when it may be used.
 * `about`: what others know of its owner and must not be all there is to it, such as the email and the name.
 */
export function passwordProblem(password: string, about: string[] = []): string | undefined {
  if (password.length < minLength) return `expected ${minLength} characters or more`
  if (unforeseen(password, about) >= minUnforeseen) return undefined
  return 'expected a password that is hard to guess, for instance four words that have nothing to do with each other'
}

function unforeseen(password: string, about: string[]): number {
  const lower = password.toLowerCase()
  const plain = lower.replaceAll(/[@$!0134578]/g, (sign) => meant[sign]!)
  const known = new Set([...commonPasswords(), 'readymade', ...about.flatMap(partsOf)])
  const seen = new Set<string>()
  let count = 0
  for (let at = 0; at < lower.length;) {
    const piece = longestOf([
      knownAt(plain, at, known),
      knownAt(lower, at, known),
      rowAt(lower, at),
      /^(.)\1{2,}|^(19|20)\d\d/.exec(lower.slice(at))?.[0] ?? '',
    ])
    if (!seen.has(piece)) count += piece ? 2 : 1
    if (piece) seen.add(piece)
    at += piece.length || 1
  }
  return Math.min(count, 2 * new Set(lower).size)
}

/** The most common passwords, and those of 12 characters or more among the 50,000 most common (from zxcvbn-ts, MIT). */
const commonPasswords = () =>
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n')

/** Signs that stand for a letter in P@ssw0rd and its like. */
const meant: Record<string, string> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

const partsOf = (text: string) =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)]
    .map((part) => part.toLowerCase())
    .filter(({ length }) => length > 2)

function knownAt(text: string, at: number, known: Set<string>): string {
  for (let end = Math.min(text.length, at + 40); end > at + 2; end--)
    if (known.has(text.slice(at, end))) return text.slice(at, end)
  return ''
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const walks = [...rows, ...rows.map((row) => row.split('').toReversed().join(''))]

/** Neighbours in the alphabet or on a keyboard, three or more. */
function rowAt(text: string, at: number): string {
  let end = at
  while (end < text.length && walks.some((walk) => walk.includes(text.slice(at, end + 1)))) end++
  return end - at > 2 ? text.slice(at, end) : ''
}

const longestOf = (pieces: string[]) =>
  pieces.reduce((best, piece) => (piece.length > best.length ? piece : best))
