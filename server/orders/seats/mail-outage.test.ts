import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { anEmail, mailsTo } from '../../../test/makers.ts'
import { aBuyer, buyAndPay, collectWebhooks, source } from '../../../test/orders.ts'
import { allowSeats } from '../../../test/seats.ts'
import { aListing } from '../../../test/uploads.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { createSendNow, sendNowLimits } from '../../platform/mail/send.ts'
import { invite } from './service.ts'

const app = await startApp()
collectWebhooks(app)
const { dependencies } = app

test('a slow mail server that then refuses the invitation has nothing stored: no address in a queue, and no invitation', async () => {
  const far = await mailServer({ pause: 700, data: () => ({ code: 451, text: 'Try again later' }) })
  const sender = {
    smtpUrl: far.url,
    secret: dependencies.secret,
    mailFrom: 'a@readymade.example',
    dataDir: '',
  }
  const project = await aListing(app)
  await allowSeats(app, project.owner, project.id)
  const buyer = await aBuyer(app)
  const { orders } = await buyAndPay(app, buyer, source({ id: project.id }))
  const email = anEmail()
  const sendNow = createSendNow(dependencies, createMailer(sender, sendNowLimits))
  await expect(invite({ ...dependencies, sendNow }, buyer.id, orders[0]!._id, email)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(mailsTo(app, email)).toEqual([])
  expect((await buyer.api.seats.ofOrder({ params: { id: orders[0]!._id } })).seats).toEqual([])
})
