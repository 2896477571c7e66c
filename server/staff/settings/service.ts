import { isDeepStrictEqual } from 'node:util'

import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { AllSettings } from '#contract/staff/settings-calls.ts'
import {
  sectionNames,
  type Settings,
  settingsDefaults,
  type SettingsSection,
  settingsSections,
  settingsTitles,
} from '#contract/staff/settings.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import type { NecessaryKind } from '../../platform/mail/send.ts'
import { logAlert } from '../../platform/metrics.ts'
import { recordAudit } from '../audit/service.ts'
import { staffById } from '../queries.ts'
import { staffName } from '../service.ts'
import { readSetting, saveSetting, readSettingValues } from './queries.ts'

/** Reads the current values of a section; the defaults when nobody has set it. */
export const readSettings = async <S extends SettingsSection>(
  connection: Connection,
  section: S,
): Promise<Settings[S]> => (await readSections(connection, section))[section]

/** Reads several sections with one statement, because every page needs two. */
export async function readSections<S extends SettingsSection>(
  connection: Connection,
  ...sections: S[]
): Promise<Pick<Settings, S>> {
  const stored = await readSettingValues(connection, sections)
  const valueOf = (section: S) => {
    const row = stored.find(({ name }) => name === section)
    return row ? parseStored(section, row.value) : settingsDefaults[section]
  }
  return Object.fromEntries(sections.map((section) => [section, valueOf(section)])) as Pick<Settings, S>
}

/** Reads a section with its version and its last change; 0 and null while the defaults apply. */
export async function settingsWithChange<S extends SettingsSection>(
  connection: Connection,
  section: S,
): Promise<{ value: Settings[S]; version: number; changedAt: Date | null; changedBy: string | null }> {
  const row = await readSetting(connection, section)
  if (!row) return { value: settingsDefaults[section], version: 0, changedAt: null, changedBy: null }
  return { ...row, value: parseStored(section, row.value) }
}

/**
 * Saves a section, in the caller's transaction. `changedBy`: the name of the staff member. Returns false, and saves
 * nothing, when the current version is not `edited`.
 */
export const writeSettings = <S extends SettingsSection>(
  trx: Connection,
  section: S,
  value: Settings[S],
  changedBy: string | null = null,
  edited?: number,
): Promise<boolean> => saveSetting(trx, section, value, changedBy, edited)

/** Parses a stored section. A key that was added later has its default. */
function parseStored<S extends SettingsSection>(section: S, stored: unknown): Settings[S] {
  const defaults = settingsDefaults[section]
  const { data, error } = settingsSections[section].safeParse({ ...defaults, ...(stored as object) })
  if (error)
    logAlert('A section of the settings cannot be used; its defaults hold', {
      section,
      reason: error.message,
    })
  return (data as Settings[S] | undefined) ?? defaults
}

/** Reads every section with its version and its last change. */
export async function allSettings(connection: Connection): Promise<AllSettings> {
  const sections = sectionNames.map(async (name) => [name, await presentSection(connection, name)] as const)
  return Object.fromEntries(await Promise.all(sections)) as AllSettings
}

/**
 * Saves a section in the name of a staff member, and records what changed; `first` runs in the same transaction, before
 * it is saved. Throws conflict when the current version is
 * not the one they edited, and invalid_input when sections would not fit together.
 */
export const changeSettings = <S extends SettingsSection>(
  db: Database,
  staff: StaffCaller,
  section: S,
  { value, edited }: { value: Settings[S]; edited: number },
  first?: (trx: Connection) => Promise<unknown>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await first?.(trx)
    const before = await settingsWithChange(trx, section)
    const isNewest = await writeSettings(trx, section, value, await staffName(trx, staff.id), edited)
    if (!isNewest) throw editConflict((await settingsWithChange(trx, section)).changedBy)
    await requireConsistent(trx, section)
    await recordAudit(trx, {
      staff,
      action: 'change settings',
      about: `settings ${section}`,
      name: settingsTitles[section],
      ...changed(before.value, value),
    })
  })

/**
 * Returns the entries that differ between two values of a section: a page's text is long, and people read the audit
 * log.
 */
function changed<S extends SettingsSection>(before: Settings[S], after: Settings[S]) {
  const was: Record<string, unknown> = { ...before }
  const entries = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, was[key]))
  return {
    before: Object.fromEntries(entries.map(([key]) => [key, was[key]])),
    after: Object.fromEntries(entries),
  }
}

/** The conflict for the second of two simultaneous edits; their page keeps what they typed. */
const editConflict = (who: string | null) =>
  new ProblemError(
    'conflict',
    `${who ?? 'Somebody'} saved this while you were editing. What you typed is still here, and the other fields show what was saved. Look at them, then save again.`,
  )

/**
 * Throws invalid_input when GST is on without the seller's legal name, GSTIN, state and address, which a tax invoice
 * needs; when a marketplace has no GSTIN; and when who sells in their own name would hold back tax as a marketplace
 * does.
 */
async function requireConsistent(trx: Connection, changed: SettingsSection) {
  const { identity, tax } = await readSections(trx, 'identity', 'tax')
  const { gstin, state, address, legalName } = identity
  if (changed === 'tax' && tax.sellsAs === 'own_name') {
    if (tax.tcs.on) throw fieldProblem('tcs/on', `TCS ${onlyMarketplaces}`)
    if (tax.tds.on) throw fieldProblem('tds/on', `TDS under section 393(1) ${onlyMarketplaces}`)
  }
  if (tax.sellsAs === 'marketplace' && !gstin)
    throw changed === 'tax'
      ? fieldProblem(
          'sellsAs',
          'A marketplace is registered for GST whatever it sells: save the GSTIN under Identity first',
        )
      : fieldProblem('gstin', 'A marketplace needs its GSTIN: choose your own name under Tax first')
  if (!tax.registered || (gstin && state && address && legalName)) return
  const [field, message] =
    changed === 'tax'
      ? (['registered', 'Save the legal name, the GSTIN and the address under Identity first'] as const)
      : !gstin
        ? (['gstin', 'Invoices with GST need the GSTIN: switch GST off first'] as const)
        : legalName
          ? (['address', 'Invoices with GST need the address'] as const)
          : (['legalName', 'Invoices with GST need the legal name'] as const)
  throw fieldProblem(field, message)
}

const onlyMarketplaces =
  'is for a marketplace, where the owners sell. You sell in your own name: choose Marketplace, or leave it off.'

async function presentSection<S extends SettingsSection>(connection: Connection, section: S) {
  const { value, version, changedAt, changedBy } = await settingsWithChange(connection, section)
  return { value, version, changedAt: changedAt?.toISOString() ?? null, changedBy }
}

const testKind: NecessaryKind = { name: 'test', why: 'you pressed Send a Test Email in the settings' }

/**
 * Sends a test mail to a staff member, which is recorded in the audit log, and returns a sentence about the result.
 * Throws unavailable with the mail server's reply when it refused.
 */
export async function sendTestMail({ db, config, sendNow }: Dependencies, staffId: string): Promise<string> {
  const { email } = (await staffById(db, staffId))!
  await recordAudit(db, {
    staff: { id: staffId },
    action: 'send test mail',
    about: 'settings system',
    name: 'System',
  })
  const isAccepted = await sendNow(testKind, email, testEmail(config.publicUrl), staffId).catch((error) => {
    throw mailRefused(email, error as Error)
  })
  if (!config.smtpUrl)
    return `No mail server is configured: the mail to ${email} is in the terminal and in DATA_DIR/mail.`
  return isAccepted
    ? `The mail server took the mail to ${email}. Look into your mailbox, and into its spam folder.`
    : `The mail server has not answered yet about the mail to ${email}. It may come later.`
}

const testEmail = (publicUrl: string) => ({
  subject: 'A test mail from Readymade',
  paragraphs: ['If you can read this, Readymade can send mails.'],
  button: { label: 'Open Settings', url: `${publicUrl}/admin/settings?section=system` },
})

function mailRefused(email: string, { cause }: Error): ProblemError {
  const { reply, response, message } = (cause ?? {}) as {
    reply?: string
    response?: string
    message?: string
  }
  const answer = reply || response
  const why = answer
    ? `The mail server said: ${answer.slice(0, 300)}`
    : (message?.slice(0, 300) ?? 'The mail server did not answer.')
  return new ProblemError('unavailable', `The mail to ${email} was not sent. ${why}`)
}
