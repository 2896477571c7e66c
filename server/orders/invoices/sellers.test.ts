import { beforeEach, expect, test } from 'vitest'

import { longDay } from '#contract/kit/format.ts'
import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { mailsTo, resetSettings } from '../../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, collectWebhooks, report, source } from '../../../test/orders.ts'
import { textOfPdf } from '../../../test/pdf-text.ts'
import { writeSettings } from '../../staff/settings/service.ts'

const app = await startApp()
const { db } = app
collectWebhooks(app)
const company = {
  ...defaults.identity,
  legalName: 'Readymade Technologies Private Limited',
  address: 'Brigade Road\nBengaluru',
  state: 'Karnataka' as const,
  gstin: '29AAGCB7383J1Z4',
}
beforeEach(async () => {
  await resetSettings(db)
  await writeSettings(db, 'identity', company)
})
const sell = async (tax: Partial<typeof defaults.tax>, gstin?: string) => {
  await writeSettings(db, 'tax', { ...defaults.tax, ...tax })
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  await seller.api.accounts.updateProfile({
    body: { name: 'Meera Seller', address: { city: 'Kochi', state: 'Kerala' } },
  })
  if (gstin) await seller.api.taxIds.save({ body: { gstin } })
  const project = await aListing(db, seller.id, 49_900, { reportPricePaise: 9900 })
  const quote = await buyer.api.orders.quote({ body: { items: [source(project), report(project)] } })
  const { orders } = await buyAndPay(app, buyer, source(project), report(project))
  const { order } = await buyer.api.orders.get({ params: { id: orders[0]!._id } })
  const { refund } = await buyer.api.refundRequests.get({ params: { id: orders[0]!._id } })
  const pdf = await app.app.inject({
    url: `/api/orders/${orders[0]!._id}/invoice`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  return { buyer, quote, order, until: longDay(refund.until!), text: textOfPdf(pdf.rawPayload) }
}

test('in its own name the platform is the seller, with GST a tax invoice, and the price says what GST it contains', async () => {
  const { quote, order, text } = await sell({ registered: true })
  expect(order.invoiceKind).toBe('tax invoice')
  expect(text).toContain(`seller ${company.legalName}`)
  expect(text).toContain('Tax invoice')
  expect(text).not.toContain('Meera Seller')
  // 598 / 1.18 × 18%.
  expect(quote).toMatchObject({ total: 598, gst: 91.22, gstPercent: 18 })
})

test('without a registration nothing is said to be contained', async () => {
  const { quote, order, text } = await sell({})
  expect(quote).toMatchObject({ gst: 0, gstPercent: null })
  expect(order.invoiceKind).toBe('receipt')
  expect(text).toContain('is not registered for GST')
})

test('on a marketplace a receipt names the owner as the seller of each item, with place and GSTIN', async () => {
  const gstin = '29ABCPZ1234C1ZS'
  const { quote, order, text } = await sell({ sellsAs: 'marketplace', registered: true }, gstin)
  expect(quote).toMatchObject({ gst: 0, gstPercent: null })
  expect(order.invoiceKind).toBe('receipt')
  expect(text).toContain(`marketplace ${company.legalName}`)
  expect(text.match(/sold by Meera Seller, Kochi, Kerala/g)).toHaveLength(2)
  expect(text).toContain(`GSTIN ${gstin}`)
  const unregistered = await sell({ sellsAs: 'marketplace' })
  expect(unregistered.text).toContain('not registered for GST')
})

test.each(['own_name', 'marketplace'] as const)(
  'the receipt and its mail say until when money can be asked back: %s',
  async (sellsAs) => {
    const { buyer, until, text } = await sell({ sellsAs })
    expect(text).toContain(`until ${until}`)
    const mail = mailsTo(app, buyer.email, 'receipt').at(-1)
    expect(mail!.text).toContain(`until ${until}`)
  },
)
