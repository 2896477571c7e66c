import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, numeric } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { sectionNames, type SettingsSection, settingsTable } from './settings.ts'

/** A section with its version, 0 for the defaults, and who changed it last. */
const stored = <S extends SettingsSection>(section: S) =>
  z.object({
    value: schemaOf(section),
    version: z.int(),
    changedAt: z.string().nullable(),
    changedBy: z.string().nullable(),
  })

const schemaOf = <S extends SettingsSection>(section: S): (typeof settingsTable)[S]['schema'] =>
  settingsTable[section].schema

export const AllSettings = z.object(
  Object.fromEntries(sectionNames.map((section) => [section, stored(section)])) as {
    [S in SettingsSection]: ReturnType<typeof stored<S>>
  },
)
schemaNames.add(AllSettings, { id: 'AllSettings' })
export type AllSettings = z.infer<typeof AllSettings>

/** The version that was edited, so that changes saved meanwhile are not overwritten. */
const Edited = z.object({ version: numeric.pipe(z.int('Say which version was edited').min(0)) })

/** Declares the call that saves a section. A text of it may take six bytes for each character. */
const save = <S extends SettingsSection>(section: S) =>
  endpoint({
    method: 'PUT',
    path: `/admin/settings/${section}`,
    summary: settingsTable[section].summary,
    access: settingsTable[section].access,
    problems: ['conflict'],
    query: Edited,
    body: schemaOf(section),
    bodyLimit: 1280 * 1024,
    reply: Done,
  })

const calls = Object.fromEntries(sectionNames.map((section) => [section, save(section)])) as {
  [S in SettingsSection]: ReturnType<typeof save<S>>
}
for (const section of sectionNames)
  schemaNames.add(schemaOf(section), { id: section.replace(/^./, (letter) => letter.toUpperCase()) })

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/admin/settings',
    summary: 'What staff have set, by section, and who changed it last.',
    access: staff,
    reply: Done.extend({
      settings: AllSettings,
      /** Whether acts on money take two members of staff; not while only one of them can sign in. */
      needsSecondPerson: z.boolean(),
    }),
  }),
  ...calls,
  testMail: endpoint({
    method: 'POST',
    path: '/admin/settings/test-mail',
    summary: 'Sends a mail to the caller and says what the mail server answered.',
    access: staff,
    limit: { requests: 10, seconds: 600, protects: 'people' },
    reply: Done.extend({ message: z.string() }),
  }),
}
