import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aBuyer, aListing, cartOf, source, wideLimits, withGateway } from '../../../test/orders.ts'
import { checkout } from '../checkout/service.ts'

const app = await startApp()
const admin = await anAdmin(app)
const rounds = repetitions(200)

test(
  `D12: of 50 checkouts at once with a coupon for one use exactly one passes, in each of ${rounds} rounds`,
  { timeout: 600_000 },
  async () => {
    const project = await aListing(app.db, (await aBuyer(app)).id, 49_900)
    const buyers = await Promise.all(Array.from({ length: 50 }, () => aBuyer(app)))
    const createOrder = async () => ({ gatewayOrderId: `order_${randomUUID()}` })
    const winners: number[] = []
    await withGateway(app, { createOrder }, async () => {
      for (let round = 0; round < rounds; round++) {
        const code = randomUUID().slice(0, 8).toUpperCase()
        await admin.api.coupons.createAsStaff({ body: { ...wideLimits, code, percent: 10, maxUses: 1 } })
        const attempts = await Promise.allSettled(
          buyers.map(({ id }) =>
            checkout(app.dependencies, id, { ...cartOf(source(project)), coupon: code }, '127.0.0.1'),
          ),
        )
        for (const one of attempts)
          if (one.status === 'rejected')
            expect(one.reason).toMatchObject({ message: 'This coupon has been used up.' })
        winners.push(attempts.filter(({ status }) => status === 'fulfilled').length)
      }
    })
    expect(winners).toEqual(Array.from({ length: rounds }, () => 1))
  },
)

test(`D12: of 8 checkouts at once by one member, each of another thing, one has the coupon that each member may use once, in each of ${rounds} rounds`, async () => {
  const seller = await aBuyer(app)
  const projects = await Promise.all(Array.from({ length: 8 }, () => aListing(app.db, seller.id, 49_900)))
  const createOrder = async () => ({ gatewayOrderId: `order_${randomUUID()}` })
  await withGateway(app, { createOrder }, async () => {
    for (let round = 0; round < rounds; round++) {
      const [buyer, code] = [await aBuyer(app), randomUUID().slice(0, 8).toUpperCase()]
      await admin.api.coupons.createAsStaff({
        body: { ...wideLimits, code, percent: 10, maxUsesPerMember: 1 },
      })
      const attempts = await Promise.allSettled(
        projects.map((project) =>
          checkout(app.dependencies, buyer.id, { ...cartOf(source(project)), coupon: code }, '127.0.0.1'),
        ),
      )
      const refused = attempts.filter((one) => one.status === 'rejected')
      for (const { reason } of refused)
        expect(reason).toMatchObject({ message: 'You have used this coupon already.' })
      expect(refused).toHaveLength(7)
    }
  })
})
