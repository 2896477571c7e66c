import { ProblemError } from '#contract/kit/problem.ts'
import type { AllSettings, Settings, SettingsSection } from '#contract/staff/settings.ts'

import { recordAudit } from '../../audit/service.ts'
import type { Connection, Database } from '../../database/connection.ts'
import type { Caller } from '../../http/session.ts'
import { readSettings, settingsWithChange, writeSettings } from '../../settings/service.ts'
import { staffName } from '../service.ts'

/** Every section with who changed it last. */
export const allSettings = async (connection: Connection): Promise<AllSettings> => ({
  identity: await shown(connection, 'identity'),
  tax: await shown(connection, 'tax'),
  home: await shown(connection, 'home'),
})

/** Sets a section in the name of a staff member, and writes down what it was before. Throws invalid_input when sections would not fit together. */
export const changeSettings = <S extends SettingsSection>(
  db: Database,
  staff: Caller<'admin' | 'super_admin'>,
  section: S,
  value: Settings[S],
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await readSettings(trx, section)
    await writeSettings(trx, section, value, await staffName(trx, staff.id))
    await requireFitting(trx, section)
    await recordAudit(trx, {
      staff,
      action: 'change settings',
      about: `settings ${section}`,
      before,
      after: value,
    })
  })

/** A tax invoice names a registered seller with an address; without that nobody could be registered. */
async function requireFitting(trx: Connection, changed: SettingsSection) {
  const [identity, tax] = [await readSettings(trx, 'identity'), await readSettings(trx, 'tax')]
  if (!tax.registered || (identity.gstin && identity.state && identity.address)) return
  const [field, message] =
    changed === 'tax'
      ? (['registered', 'Save the GSTIN and the address under Identity first'] as const)
      : identity.gstin
        ? (['address', 'Invoices with GST need the address'] as const)
        : (['gstin', 'Invoices with GST need the GSTIN: switch GST off first'] as const)
  throw new ProblemError('invalid_input', message, { errors: [message], fields: { [field]: message } })
}

async function shown<S extends SettingsSection>(connection: Connection, section: S) {
  const { value, changedAt, changedBy } = await settingsWithChange(connection, section)
  return { value, changedAt: changedAt?.toISOString() ?? null, changedBy }
}
