import { isDeepStrictEqual } from 'node:util'

import { ProblemError } from '#contract/kit/problem.ts'
import {
  type AllSettings,
  type Settings,
  type SettingsSection,
  settingsSections,
} from '#contract/staff/settings.ts'
import { settingsTitles } from '#contract/staff/settings/titles.ts'

import { recordAudit } from '../../audit/service.ts'
import type { Config } from '../../config.ts'
import type { Connection, Database } from '../../database/connection.ts'
import type { Caller } from '../../http/session.ts'
import { countedFigures, readSections, settingsWithChange, writeSettings } from '../../settings/service.ts'
import { staffName } from '../service.ts'

/** Every section as it holds, with its version and who changed it last. */
export async function allSettings(
  connection: Connection,
  config: Pick<Config, 'mode'>,
): Promise<AllSettings> {
  const names = Object.keys(settingsSections) as SettingsSection[]
  const sections = names.map(async (name) => [name, await shown(connection, name)] as const)
  const all = Object.fromEntries(await Promise.all(sections)) as AllSettings
  return { ...all, home: { ...all.home, value: await countedFigures(connection, config) } }
}

/**
 * Sets a section in the name of a staff member, and writes down what it was before. Throws conflict when another version
 * than the one they edited is there, and invalid_input when sections would not fit together.
 */
export const changeSettings = <S extends SettingsSection>(
  db: Database,
  staff: Caller<'admin' | 'super_admin'>,
  section: S,
  { value, edited }: { value: Settings[S]; edited: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await settingsWithChange(trx, section)
    const isNewest = await writeSettings(trx, section, value, await staffName(trx, staff.id), edited)
    if (!isNewest) throw savedMeanwhile((await settingsWithChange(trx, section)).changedBy)
    await requireFitting(trx, section)
    await recordAudit(trx, {
      staff,
      action: 'change settings',
      about: `settings ${section}`,
      name: settingsTitles[section],
      ...changed(before.value, value),
    })
  })

/** Of two values of a section the entries that differ: a page's text is long, and the record is read by people. */
function changed<S extends SettingsSection>(before: Settings[S], after: Settings[S]) {
  const was: Record<string, unknown> = { ...before }
  const entries = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, was[key]))
  return {
    before: Object.fromEntries(entries.map(([key]) => [key, was[key]])),
    after: Object.fromEntries(entries),
  }
}

/** Told to who comes second; their page keeps what they typed. */
const savedMeanwhile = (who: string | null) =>
  new ProblemError(
    'conflict',
    `${who ?? 'Somebody'} saved this while you were editing. What you typed is still here, and the other fields show what was saved. Look at them, then save again.`,
  )

/** A tax invoice names a registered seller with name and address; without that nobody could be registered. */
async function requireFitting(trx: Connection, changed: SettingsSection) {
  const { identity, tax } = await readSections(trx, 'identity', 'tax')
  const { gstin, state, address, legalName } = identity
  if (!tax.registered || (gstin && state && address && legalName)) return
  const [field, message] =
    changed === 'tax'
      ? (['registered', 'Save the legal name, the GSTIN and the address under Identity first'] as const)
      : !gstin
        ? (['gstin', 'Invoices with GST need the GSTIN: switch GST off first'] as const)
        : legalName
          ? (['address', 'Invoices with GST need the address'] as const)
          : (['legalName', 'Invoices with GST need the legal name'] as const)
  throw new ProblemError('invalid_input', message, { errors: [message], fields: { [field]: message } })
}

async function shown<S extends SettingsSection>(connection: Connection, section: S) {
  const { value, version, changedAt, changedBy } = await settingsWithChange(connection, section)
  return { value, version, changedAt: changedAt?.toISOString() ?? null, changedBy }
}
