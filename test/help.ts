import type { Api } from '#contract/client.ts'
import type { HelpKind } from '#contract/orders/help.ts'

import type { TestApp } from './app.ts'
import { drawn } from './pictures.ts'
import { timePasses } from './time.ts'

export const helpText = 'It says: Unknown database library.'

interface Fields {
  kind?: HelpKind
  text?: string
  steps?: string[]
  pictures?: number
}

/** The form of a help request, or without a kind that of a message. */
export async function helpFormOf({ kind, text = helpText, steps = [], pictures = 0 }: Fields = {}) {
  const form = new FormData()
  if (kind) form.set('kind', kind)
  form.set('text', text)
  for (const step of steps) form.append('steps', step)
  for (let number = 0; number < pictures; number++)
    form.append('pictures', new Blob([new Uint8Array(await aScreenshot())]), `screen-${number}.png`)
  return form
}

/** The form of a help request without pictures. */
export function helpForm({ kind = 'does_not_run', text = helpText }: Pick<Fields, 'kind' | 'text'> = {}) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('text', text)
  return form
}

const aScreenshot = () => drawn(800, 600, '#246').png().toBuffer()

interface Of {
  params: { id: string }
}

/** Help requests of an app. */
export function helpIn({ db }: TestApp) {
  const open = async (api: Api, of: Of, fields: Fields = {}) =>
    (await api.help.open({ ...of, form: await helpFormOf({ kind: 'does_not_run', ...fields }) })).requests[0]!
  const write = async (api: Api, of: Of, text: string, pictures = 0) =>
    (await api.help.write({ ...of, form: await helpFormOf({ text, pictures }) })).requests[0]!
  const change = async (api: Api, of: Of, status: 'solved' | 'escalated') =>
    (await api.help.change({ ...of, body: { status } })).requests[0]!
  const read = async (api: Api, of: Of) => api.help.get(of)
  /** Lets time pass for an order, its help requests and their messages. */
  const passes = async (of: Of, interval: string) => {
    const orderId = of.params.id
    await timePasses(db, interval, 'orders', { id: orderId })
    await timePasses(db, interval, 'helpRequests', { orderId })
    const requests = await db.selectFrom('helpRequests').select('id').where('orderId', '=', orderId).execute()
    for (const { id: requestId } of requests) await timePasses(db, interval, 'helpMessages', { requestId })
  }
  return { open, write, change, read, passes }
}
