import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { timePasses } from '../../test/time.ts'

const app = await startApp()
const { api, db } = app
const stats = async () => (await api.contacts.stats()).stats

test('without messages it says so', async () => {
  expect(await stats()).toEqual({ received: 0, answered: 0, answeredWithinDay: 0, medianReplyHours: null })
})

test('a message counts as answered from the first time its status became replied', async () => {
  const send = async (email: string, hours: number) => {
    const body = { name: 'A', email, subject: 'Other', message: 'Hello' } as const
    await api.contacts.send({ body })
    await timePasses(db, `${hours} hours`, 'contactMessages', { email })
  }
  const become = (email: string, status: string) =>
    db.updateTable('contactMessages').set({ status }).where('email', '=', email).execute()
  await send('two@example.in', 2)
  await send('four@example.in', 4)
  await send('late@example.in', 30)
  await send('open@example.in', 1)
  await become('open@example.in', 'read')
  expect(await stats()).toMatchObject({ received: 4, answered: 0, medianReplyHours: null })
  for (const name of ['two', 'four', 'late']) await become(`${name}@example.in`, 'replied')
  const answered = { received: 4, answered: 3, answeredWithinDay: 2, medianReplyHours: 4 }
  expect(await stats()).toEqual(answered)
  await become('two@example.in', 'closed')
  await db
    .updateTable('contactMessages')
    .set({ createdAt: new Date(Date.now() - 40 * 3_600_000) })
    .where('email', '=', 'four@example.in')
    .execute()
  await become('four@example.in', 'replied')
  expect(await stats()).toMatchObject({ answered: 3, answeredWithinDay: 1 })
})
