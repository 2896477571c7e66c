import type { StaffsPage } from '#contract/content/content.ts'
import { type Settings, settingsDefaults } from '#contract/staff/settings.ts'

import type { Config } from '../config.ts'
import type { Connection } from '../platform/database/connection.ts'
import { renderMarkdown } from '../platform/markdown/render.ts'
import { readSettings, settingsWithChange } from '../staff/settings/service.ts'

/** One section of a page: its heading and the Markdown below it. */
interface Section {
  title: string
  markdown: string
}

/** Splits a Markdown page into its sections: each begins with a line of ## outside code. */
function sectionsIn(text: string): Section[] {
  const sections: Section[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    const title = fence === '' ? /^##[ \t]+(.+?)[ \t#]*$/.exec(line)?.[1] : undefined
    if (title !== undefined) sections.push({ title, markdown: '' })
    else sections.at(-1)!.markdown += `${line}\n`
  }
  return sections
}

type SupportPageName = keyof Settings['supportPages']
type Sections = StaffsPage['sections']

/** Caches the last text of each page with its rendered sections, because rendering takes a thread for each section. */
const rendered = new Map<SupportPageName, { text: string; sections: Promise<Sections> }>()

/** A support page as staff have written it; null for an unknown page and while the built-in text is used. */
export async function staffsPage(
  connection: Connection,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  name: string,
): Promise<StaffsPage | null> {
  if (!isPage(name)) return null
  const { value, changedAt } = await settingsWithChange(connection, 'supportPages')
  if (value[name] === '' || !changedAt) return null
  const { feeRate, commissionRate, refundDays } = await readSettings(connection, 'fees')
  const text = value[name]
    .replaceAll('{fee}', `${feeRate / 100}%`)
    .replaceAll('{commission}', `${commissionRate / 100}%`)
    .replaceAll('{refundDays}', String(refundDays))
    // Absolute, because the renderer accepts only absolute links.
    .replaceAll('](/', `](${publicUrl}/`)
  return { sections: await sectionsOf(name, text), changedAt: changedAt.toISOString() }
}

const isPage = (name: string): name is SupportPageName => Object.hasOwn(settingsDefaults.supportPages, name)

function sectionsOf(name: SupportPageName, text: string): Promise<Sections> {
  const known = rendered.get(name)
  if (known?.text === text) return known.sections
  const sections = render(text)
  rendered.set(name, { text, sections })
  // A failed rendering is tried again at the next request.
  sections.catch(() => rendered.delete(name))
  return sections
}

async function render(text: string): Promise<Sections> {
  const sections: Sections = []
  for (const { title, markdown } of sectionsIn(text))
    sections.push({ title, html: belowTitle((await renderMarkdown({ markdown }))?.html ?? '') })
  return sections
}

/**
 * Moves the headings of rendered Markdown directly below the section's own heading. The text is escaped, so that only
 * tags match.
 */
const belowTitle = (html: string) =>
  html.replaceAll(/<(\/?)h[345]>/g, '<$1h3>').replaceAll(/<(\/?)h6>/g, '<$1h4>')
