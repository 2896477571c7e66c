import { clsx } from 'clsx'
import { Link } from 'react-router'

import type { Api } from '#contract/client.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import {
  sectionNames,
  type SettingsSection,
  settingsTable,
  settingsTitles,
} from '#contract/staff/settings.ts'

import { formAction, formActions } from '../../shell/form/action-form.tsx'
import { checked, entriesIn, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { storedAdmin } from '../../shell/session/staff-session.ts'
import { scrollLinkIntoView, showFocused } from '../../ui/focus.ts'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/settings-page'
import { builtInTexts } from './built-in-texts.ts'
import { FeaturedSheet } from './featured-sheet.tsx'
import { type Added, runnerActions, RunnersSheet } from './runners-sheet.tsx'
import { SectionSheet } from './section-sheet.tsx'
import { readSettings } from './settings-form.ts'
import { SystemSheet } from './system-sheet.tsx'

export const handle: PageHandle = {
  title: 'Settings',
  failure: 'Failed to load settings',
}

/** Sections without a settings form: the order of featured projects, and the system section, where nothing is set. */
const featuredSection = 'featured'
const systemSection = 'system'
/** The section with the machines that run projects below its form. */
const runsSection = 'runs'
const tabs = [
  ...Object.entries(settingsTitles).map(([name, label]) => ({ name, label })),
  { name: systemSection, label: 'System' },
]
const sectionOf = (name: string | null) => sectionNames.find((known) => known === name) ?? sectionNames[0]!

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const wanted = new URL(request.url).searchParams.get('section')
  const [{ settings, needsSecondPerson }, shown] = await Promise.all([
    api.settings.get(),
    loadSection(api, wanted),
  ])
  return { settings, needsSecondPerson, ...shown }
}

async function loadSection(api: Api, wanted: string | null) {
  if (wanted === systemSection)
    return { section: systemSection, systemInfo: (await api.system.info()).systemInfo }
  if (wanted === featuredSection)
    return { section: featuredSection, featured: (await api.staffProjects.featured()).featured }
  const section = sectionOf(wanted)
  const [builtIn, runners] = await Promise.all([
    builtInTexts[section]?.(api),
    section === runsSection ? api.staffRunners.list() : undefined,
  ])
  return { section, builtIn, runners }
}

/** Whether the signed-in member of staff may change a section. */
function mayChange(section: SettingsSection): boolean {
  const role = storedAdmin()?.role
  return role !== undefined && (settingsTable[section].access as readonly Role[]).includes(role)
}

/** Makes the action that saves a section. */
const save = (section: SettingsSection) =>
  formAction('Failed to save the settings', async ({ api, form }) => {
    const { title, settings, schema } = settingsTable[section]
    const body = checked(schema, readSettings(settings, form))
    const call = api.settings[section] as (call: SaveCall) => Promise<unknown>
    await call({ query: { version: textIn(form, 'version') }, body })
    return `${title} is saved.`
  })

export const clientAction = formActions<{ outcome: string } & Added>({
  ...Object.fromEntries(sectionNames.map((section) => [section, save(section)])),
  'test-mail': formAction('The test email was not sent', async ({ api }) => {
    const { message } = await api.settings.testMail()
    return { outcome: message }
  }),
  ...runnerActions,
  'order-featured': formAction('Failed to save the order', async ({ api, form }) => {
    const body = { order: entriesIn(form, 'order', ' '), basedOn: entriesIn(form, 'basedOn', ' ') }
    await api.staffProjects.orderFeatured({ body })
    return body.order.length > 0 ? 'The order is saved.' : 'The best sellers are first again.'
  }),
})

interface SaveCall {
  query: { version: string }
  body: unknown
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { section } = loaderData
  return (
    <>
      <h1 className="text-28 mb-4">Settings</h1>
      <nav aria-label="Sections" className="scroll-strip border-rule mb-6 flex gap-6 border-b">
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to={`/admin/settings?section=${name}`}
            ref={name === section ? scrollLinkIntoView : undefined}
            onFocus={showFocused}
            aria-current={name === section ? 'page' : undefined}
            className={clsx(
              'flex min-h-11 shrink-0 items-center border-b-2 font-semibold',
              name === section ? 'border-ink' : 'text-quiet hover:text-ink border-transparent',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {!loaderData.needsSecondPerson && (
        <Callout
          tone="waiting"
          className="mb-6 max-w-4xl"
          title="Only one member of staff can sign in"
          action={
            <Link to="/admin/audit?search=alone" className="link-rule">
              Show what was done alone
            </Link>
          }
        >
          Whoever approves a payout may also export it and mark it as paid, which otherwise takes two people.
          The audit log marks each such act.
        </Callout>
      )}
      {loaderData.systemInfo ? (
        <SystemSheet info={loaderData.systemInfo} />
      ) : loaderData.featured ? (
        <FeaturedSheet featured={loaderData.featured} />
      ) : (
        <div className="flex flex-col gap-6">
          {loaderData.runners && (
            <RunnersSheet runners={loaderData.runners} mayChange={mayChange(runsSection)} />
          )}
          <SectionSheet
            key={section}
            section={loaderData.section}
            stored={loaderData.settings[loaderData.section]}
            builtIn={loaderData.builtIn}
            mayChange={mayChange(loaderData.section)}
          />
        </div>
      )}
    </>
  )
}
