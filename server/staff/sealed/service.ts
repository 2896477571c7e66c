import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'
import type { SealedCopy } from '#contract/staff/sealed.ts'

import type { Dependencies } from '../../dependencies.ts'
import { encryption, sign } from '../../platform/crypto.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { recordAudit } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { deleteOldSealed, insertSealed, sealedAbout } from './queries.ts'

interface Copy {
  kind: SealedCopy['kind']
  /** The numbers, ids and emails by which it can be asked for. */
  about: string[]
  content: object
}

/**
 * Stores an encrypted copy of what is taken down or deleted, in the transaction that does so: rule 3(1)(g) and (h) of
 * the IT Rules, 2021. It ends by itself after the days of the settings; with 0 days none is made.
 */
export async function seal(
  { secret }: Dependencies,
  trx: Connection,
  { kind, about, content }: Copy,
): Promise<void> {
  const { sealedDays } = await readSettings(trx, 'records')
  if (sealedDays === 0) return
  const id = uuid()
  await insertSealed(trx, {
    id,
    kind,
    about: about.map((one) => hashOf(secret, one)),
    sealed: box(secret).encrypt(JSON.stringify(content), id),
    endsAt: new Date(Date.now() + sealedDays * 86_400_000),
  })
}

/**
 * Opens the copies about exactly one number, id or email, and records who opened them and why. What they are about is
 * not written into the log, which nobody can erase. Throws not_found when there are none.
 */
export const openSealed = (
  { db, secret }: Dependencies,
  staff: StaffCaller,
  { about, reason }: { about: string; reason: string },
): Promise<SealedCopy[]> =>
  db.transaction().execute(async (trx) => {
    const rows = await sealedAbout(trx, hashOf(secret, about))
    if (rows.length === 0)
      throw new ProblemError('not_found', 'There is no sealed copy about this, or its end has passed.')
    for (const { id, kind, endsAt } of rows)
      await recordAudit(trx, {
        staff,
        action: 'open sealed copy',
        about: `copy ${id}`,
        name: kind === 'deletion' ? 'Deleted account' : 'Takedown',
        after: { reason, until: endsAt.toISOString() },
      })
    return rows.map(({ id, kind, madeAt, endsAt, sealed }) => ({
      kind: kind as SealedCopy['kind'],
      madeAt: madeAt.toISOString(),
      endsAt: endsAt.toISOString(),
      content: box(secret).decrypt(sealed, id),
    }))
  })

/** Deletes the copies whose end has passed. */
export const sweepSealed = ({ db }: Dependencies): Promise<unknown> => deleteOldSealed(db)

const box = (secret: string) => encryption(secret, 'sealed copies')

const hashOf = (secret: string, about: string) => sign(secret, 'sealed copy', about.trim().toLowerCase())
