import {
  type Settings,
  settingsDefaults,
  type SettingsSection,
  settingsSections,
} from '#contract/staff/settings.ts'

import { alarm } from '../alarm.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../database/connection.ts'
import { settingAt, storeSetting, valuesAt } from './queries.ts'

/** A section of the settings as it holds now; the defaults for what nobody has set. */
export const readSettings = async <S extends SettingsSection>(
  connection: Connection,
  section: S,
): Promise<Settings[S]> => (await readSections(connection, section))[section]

/** Several sections with one statement: every page asks for two. */
export async function readSections<S extends SettingsSection>(
  connection: Connection,
  ...sections: S[]
): Promise<Pick<Settings, S>> {
  const stored = await valuesAt(connection, sections)
  const valueOf = (section: S) => {
    const row = stored.find(({ name }) => name === section)
    return row ? usable(section, row.value) : settingsDefaults[section]
  }
  return Object.fromEntries(sections.map((section) => [section, valueOf(section)])) as Pick<Settings, S>
}

/** The same, with its version and when and by whom it was changed last; 0 and null while the defaults hold. */
export async function settingsWithChange<S extends SettingsSection>(
  connection: Connection,
  section: S,
): Promise<{ value: Settings[S]; version: number; changedAt: Date | null; changedBy: string | null }> {
  const row = await settingAt(connection, section)
  if (!row) return { value: settingsDefaults[section], version: 0, changedAt: null, changedBy: null }
  return { ...row, value: usable(section, row.value) }
}

/** Which figures of home are counted. A demo counts them all until staff say otherwise: nobody believes 500 in a catalogue of 15. */
export async function countedFigures(
  connection: Connection,
  { mode }: Pick<Config, 'mode'>,
): Promise<Settings['home']> {
  const { value, changedAt } = await settingsWithChange(connection, 'home')
  const isUnsetDemo = mode !== 'live' && changedAt === null
  return isUnsetDemo ? { countsProjects: true, countsStudents: true, countsTechnologies: true } : value
}

/** Sets a section, in the caller's transaction. `changedBy`: the name of who does it. Answers false, and sets nothing, when another version than `edited` is there. */
export const writeSettings = <S extends SettingsSection>(
  trx: Connection,
  section: S,
  value: Settings[S],
  changedBy: string | null = null,
  edited?: number,
): Promise<boolean> => storeSetting(trx, section, value, changedBy, edited)

/** What is stored under any other name; undefined when nothing is. */
export const storedSetting = async (connection: Connection, name: string): Promise<unknown> =>
  (await settingAt(connection, name))?.value

/** A key that was added after the section was stored has its default. */
function usable<S extends SettingsSection>(section: S, stored: unknown): Settings[S] {
  const otherwise = settingsDefaults[section]
  const { data, error } = settingsSections[section].safeParse({ ...otherwise, ...(stored as object) })
  if (error)
    alarm('A section of the settings cannot be used; its defaults hold', { section, reason: error.message })
  return (data as Settings[S] | undefined) ?? otherwise
}
