import { createPublicKey, hash, verify } from 'node:crypto'

import type { LogCrypto, LogToCheck } from '#contract/projects/log/check.ts'
import { statementText } from '#contract/projects/log/statement.ts'
import type { ReadFile } from '#contract/projects/log/tiles.ts'
import type { LogSigner } from '#server/platform/log-key.ts'
import { insertStatement } from '#server/projects/log/queries.ts'
import { writeLog } from '#server/projects/log/writer.ts'

import type { TestApp } from './app.ts'

/** The cryptography of Node for readers of a log. */
export const nodeCrypto: LogCrypto = {
  sha256: (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
  verify: async (key, signature, message) =>
    verify(
      null,
      message,
      createPublicKey({
        key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]),
        format: 'der',
        type: 'spki',
      }),
      signature,
    ),
}

/** Reads the files of a shop's log as anybody does. */
export const fileOfLog =
  ({ app }: Pick<TestApp, 'app'>, path = '/log'): ReadFile =>
  async (file) => {
    const { statusCode, rawPayload } = await app.inject({ url: `${path}/${file}` })
    if (statusCode !== 200) throw new Error(`${file}: ${statusCode}`)
    return new Uint8Array(rawPayload)
  }

/** The keys of a log that has one. */
export const keysOf = (signer: LogSigner): LogToCheck['keys'] => [{ key: signer.publicKey, replacedIn: null }]

let made = 0
/** States something about `count` releases that are nowhere, and writes it into the log. */
export async function stateMany({ dependencies }: Pick<TestApp, 'dependencies'>, count: number) {
  for (let n = 0; n < count; n++) {
    const release = {
      kind: 'approved' as const,
      projectId: crypto.randomUUID(),
      release: 1,
      contentHash: hash('sha256', `release ${made++}`),
      count: 1,
      bytes: 1,
      day: '2026-08-14',
      rules: 1,
    }
    const { kind, projectId, contentHash } = release
    const body = statementText(release)
    await insertStatement(dependencies.db, { kind, projectId, releaseNumber: 1, contentHash, body })
  }
  await writeLog(dependencies)
}
