import { expect, test } from 'vitest'

import { hostileContent, hostilePerson } from '../../test/hostile-content.ts'
import { withHostileSettings } from '../../test/hostile-settings.ts'
import { failing, main, type Somebody, startJourneys, visit } from '../../test/in-process.tsx'
import { aMember, anAdmin } from '../../test/makers.ts'
import { dispute, payout } from '../../test/money-cases.ts'

const app = await startJourneys()
const owner = await aMember(app, hostilePerson())
const buyer = await aMember(app, hostilePerson())
const staff = await anAdmin(app)
const people = { owner: owner.token, ownerId: owner.id, buyer: buyer.token, staff: staff.token }
const hostile = await hostileContent(app.send, people)

/** Opens pages as somebody, and expects that each shows one of the texts and none of them became an element. */
async function expectOnlyText(addresses: string[], as: Somebody) {
  for (const address of addresses.filter((one) => !without.test(one))) {
    await visit(address, { as })
    await expect.poll(() => main()?.textContent, { message: address }).toContain('xssmark')
    await expect.poll(() => main().textContent, { message: address }).not.toMatch(/Loading/)
    const made = document.querySelectorAll(
      '[xssmark], xss, [href^="javascript:" i], [action^="javascript:" i], [src*="evil.example"], [href*="evil.example"], [data*="evil.example"]',
    )
    const elements = [...made].map(({ outerHTML }) => outerHTML.slice(0, 200))
    expect(elements, address).toEqual([])
  }
}

/** The pages that show none of the texts here, and the one that the server alone answers. */
const without =
  /^\/(cart|wishlist|verify\/.*|owner\/coupons|admin\/(projects\/new|payments\/held|disputes|payouts|coupons|findings|settings|account|nothing\/here))$/

test('no text that somebody sends becomes an element on a page of visitors and members', async () => {
  await expectOnlyText(hostile.buyer, buyer)
  await expectOnlyText(hostile.owner, owner)
})

test('no text that somebody sends becomes an element on a page of staff', async () => {
  await expectOnlyText(hostile.staff, staff)
  failing('payouts.case', { success: true, payout })
  failing('disputes.case', { success: true, dispute })
  await expectOnlyText([`/admin/payouts/${payout._id}`, `/admin/disputes/${dispute._id}`], staff)
})

test('no reason of a decision becomes an element, whoever reads it', async () => {
  const decided = await hostile.decide()
  await expectOnlyText(decided.staff, staff)
  await expectOnlyText(decided.owner, owner)
  await expectOnlyText(decided.buyer, buyer)
})

test('no text of the settings becomes an element', () =>
  withHostileSettings(app.send, staff.token, (addresses) => expectOnlyText(addresses, staff)))
