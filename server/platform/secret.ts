import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Config, minSecretBytes } from '../config.ts'
import { deleteUnlessReplaced } from './data-folder.ts'

/**
 * Returns the secret that signs tokens and links: the configured one, or one created once and stored in the data
 * folder. `report` is told when that one was not whole, as after a power cut, and another takes its place.
 */
export function secretOf(
  config: Pick<Config, 'secret' | 'dataDir'>,
  report: (message: string) => void = () => {},
): string {
  if (config.secret) return config.secret
  const file = secretFile(config)
  const stored = readIfPresent(file)
  if (isWhole(stored)) return stored.trim()
  if (stored !== undefined) {
    report(`The secret in ${file} was not whole; a new one takes its place, so everybody signs in again.`)
    deleteUnlessReplaced(file, stored)
  }
  createSecret(file)
  return presentSecret(config)!
}

/** Returns the secret as `secretOf` does, or undefined when none was configured or created to its end yet. */
export function presentSecret(config: Pick<Config, 'secret' | 'dataDir'>): string | undefined {
  if (config.secret) return config.secret
  const stored = readIfPresent(secretFile(config))
  return isWhole(stored) ? stored.trim() : undefined
}

const readIfPresent = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** False for what a power cut may leave of a secret: nothing, its beginning, or zeros. */
const isWhole = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.trim().length >= minSecretBytes && !secret.includes('\0')

/** The path of the secret that is created when none is configured. */
export const secretFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'secret')

/** Creates the file atomically: it is complete or absent, and only one of several processes creates it. */
function createSecret(file: string) {
  const tempFile = `${file}.${randomUUID()}`
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(tempFile, secret, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(tempFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(tempFile)
  }
}
