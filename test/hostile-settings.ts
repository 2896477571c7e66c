import type { SendAs } from './api-at.ts'
import { allPayloads, payloads, payloadsIn } from './payloads.ts'

const onOneLine = payloads.map((payload) => payload.replaceAll(/\s/g, ' '))
const blocks = (room: number, before = '') =>
  [0, 1, 2].map(() => `${before}${payloadsIn(room)}\n${payloadsIn(room)}\n${payloadsIn(room)}`).join('\n\n')

/** The texts of the settings that staff may write, filled with payloads. */
const hostile = {
  identity: { grievanceName: payloadsIn(90), grievanceAddress: payloadsIn(280) },
  aboutPage: {
    mission: allPayloads.slice(0, 2000),
    vision: allPayloads.slice(0, 2000),
    values: blocks(80),
    services: `${blocks(80)}\n- ${payloadsIn(80)}`,
    timeline: blocks(60, '2026: '),
  },
  teamPage: { leadership: blocks(60), developers: blocks(60), advisors: blocks(60) },
  faq: { questions: blocks(90) },
  supportPages: { terms: `## ${onOneLine[2]}\n\n${onOneLine.join('\n\n')}` },
}

/**
 * Writes payloads into every text of the settings with the token of staff, lets `look` open the pages that show them,
 * and restores the old texts.
 */
export async function withHostileSettings(
  send: SendAs,
  staff: string,
  look: (addresses: string[]) => Promise<void>,
) {
  const storedSettings = async () => {
    const reply = await send({ method: 'GET', url: '/api/admin/settings' }, staff)
    return (
      JSON.parse(await reply.text()) as { settings: Record<string, { value: object; version: number }> }
    ).settings
  }
  const before = await storedSettings()
  const save = async (section: string, data: object) => {
    const { version } = (await storedSettings())[section]!
    const url = `/api/admin/settings/${section}?version=${version}`
    const reply = await send({ method: 'PUT', url, body: JSON.stringify(data) }, staff)
    if (reply.status !== 200) throw new Error(`${section}: ${reply.status} ${await reply.text()}`)
  }
  try {
    for (const [section, texts] of Object.entries(hostile))
      await save(section, { ...before[section]!.value, ...texts })
    const sections = Object.keys(hostile).map((section) => `/admin/settings?section=${section}`)
    await look(['/about', '/contact', '/support/terms', '/support/help', ...sections])
  } finally {
    for (const section of Object.keys(hostile)) await save(section, before[section]!.value)
  }
}
