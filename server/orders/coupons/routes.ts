import { coupons } from '#contract/orders/coupons.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { createCoupon, createAsStaff, listCoupons, setOnAsStaff, setOwnOn } from './service.ts'

export const couponRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(coupons, {
    mine: async ({ query }, { caller }) => ({ success: true, ...(await listCoupons(db, caller.id, query)) }),
    create: async ({ body }, { caller }) => ({
      success: true,
      coupon: await createCoupon(db, caller.id, body),
    }),
    setOn: async ({ params, body }, { caller }) => ({
      success: true,
      coupon: await setOwnOn(db, caller.id, params.id, body.isOn),
    }),
    all: async ({ query }) => ({ success: true, ...(await listCoupons(db, undefined, query)) }),
    createAsStaff: async ({ body }, { caller }) => ({
      success: true,
      coupon: await createAsStaff(db, caller, body),
    }),
    setOnAsStaff: async ({ params, body }, { caller }) => ({
      success: true,
      coupon: await setOnAsStaff(db, caller, params.id, body.isOn),
    }),
  })
