import { clsx } from 'clsx'
import { Link } from 'react-router'

import type { Api } from '#contract/client.ts'
import { type SettingsSection, settingsSections, settingsTitles } from '#contract/staff/settings.ts'

import { entriesIn, mistakesIn, textIn, unlessUnanswered } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { intoView } from '../../ui/focus.ts'
import type { Route } from './+types/settings-page'
import { FeaturedSheet } from './featured-sheet.tsx'
import { SectionSheet, type SettingsAnswer, settingsForms } from './section-sheet.tsx'
import { SystemSheet } from './system-sheet.tsx'

export const handle: PageHandle = {
  title: 'Settings',
  failure: 'Failed to load settings',
}

const names = Object.keys(settingsForms) as SettingsSection[]
/** Sections that are no form: what is featured in its order, and the last one, where nothing is set. */
const featuredSection = 'featured'
const systemSection = 'system'
const tabs = [
  ...names.map((name) => ({ name, label: settingsTitles[name] })),
  { name: featuredSection, label: settingsTitles.featured },
  { name: systemSection, label: 'System' },
]
const sectionOf = (name: string | null) => names.find((known) => known === name) ?? names[0]!

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const wanted = new URL(request.url).searchParams.get('section')
  if (wanted === systemSection)
    return { section: systemSection, systemInfo: (await api.system.info()).systemInfo }
  if (wanted === featuredSection)
    return { section: featuredSection, featured: (await api.staffListings.featured()).featured }
  const section = sectionOf(wanted)
  const [{ settings }, builtIn] = await Promise.all([
    api.settings.get(),
    settingsForms[section].builtIn?.(api),
  ])
  return { section, settings, builtIn }
}

/** Saves the section that the form names. */
export async function clientAction({ context, request }: Route.ClientActionArgs): Promise<SettingsAnswer> {
  const api = context.get(apiContext)
  const form = await request.formData()
  if (form.has('testMail')) return testMail(api)
  if (form.has('basedOn')) return orderFeatured(api, form)
  const section = sectionOf(textIn(form, 'section'))
  const body = settingsForms[section].read(form)
  const mistakes = mistakesIn(settingsSections[section], body)
  if (mistakes) return named(mistakes)
  const save = api.settings[section] as (call: SaveCall) => Promise<unknown>
  try {
    await save({ query: { version: textIn(form, 'version') }, body })
    return { done: `${settingsTitles[section]} is saved.` }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save the settings')
    return named({ code, message, fields })
  }
}

interface SaveCall {
  query: { version: string }
  body: unknown
}

async function testMail(api: Api): Promise<SettingsAnswer> {
  try {
    return { done: (await api.settings.testMail()).message }
  } catch (thrown) {
    const { code, message } = problemOf(thrown, 'The test email was not sent')
    return { code, message }
  }
}

async function orderFeatured(api: Api, form: FormData): Promise<SettingsAnswer> {
  const body = { order: entriesIn(form, 'order', ' '), basedOn: entriesIn(form, 'basedOn', ' ') }
  try {
    await api.staffListings.orderFeatured({ body })
    return { done: body.order.length > 0 ? 'The order is saved.' : 'The best sellers are first again.' }
  } catch (thrown) {
    const { code, message } = problemOf(thrown, 'Failed to save the order')
    return { code, message }
  }
}

/** `tcs/section` is told at the field tcsSection. */
const named = ({ fields = {}, ...answer }: SettingsAnswer): SettingsAnswer => ({
  ...answer,
  fields: Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path.replaceAll(/[./](\w)/g, (_, letter: string) => letter.toUpperCase()),
      message,
    ]),
  ),
})

export const shouldRevalidate = unlessUnanswered

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
            ref={name === section ? intoView : undefined}
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
      {loaderData.systemInfo ? (
        <SystemSheet info={loaderData.systemInfo} />
      ) : loaderData.featured ? (
        <FeaturedSheet featured={loaderData.featured} />
      ) : (
        <SectionSheet
          key={section}
          section={loaderData.section}
          kept={loaderData.settings[loaderData.section]}
          builtIn={loaderData.builtIn}
        />
      )}
    </>
  )
}
