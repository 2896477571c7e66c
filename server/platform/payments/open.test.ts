import { expect, test } from 'vitest'

import { readConfig } from '../../config.ts'
import { connect } from '../database/connection.ts'
import { createGateways } from './open.ts'
import { reachableGateways, gatewayOfPayment } from './reachable.ts'

const { db } = connect('postgres://nobody@localhost/none')
const razorpay = {
  RAZORPAY_KEY_ID: 'rzp_new',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook',
}
const live = {
  MODE: 'live',
  DATABASE_URL: 'postgres://localhost/shop',
  STORAGE_URL: 's3://shop',
  SMTP_URL: 'smtp://localhost',
  SECRET: 'a secret of thirty-two bytes or more',
  PUBLIC_URL: 'https://shop.example',
}
const gatewaysOf = (environment: Record<string, string>) =>
  createGateways(readConfig(environment), { db, secret: 'a secret of thirty-two bytes or more' })
const keysOf = (environment: Record<string, string>) =>
  reachableGateways(gatewaysOf(environment)).map(({ gateway, keys }) => [gateway.name, ...keys])

test('new payments go to Razorpay when its keys are set; the sandbox is followed in demo mode, and in live mode when it is named', () => {
  expect(keysOf({})).toEqual([['sandbox', 'sandbox', '']])
  expect(keysOf(razorpay)).toEqual([
    ['razorpay', 'rzp_new', ''],
    ['sandbox', 'sandbox', ''],
  ])
  expect(keysOf({ ...live, ...razorpay })).toEqual([['razorpay', 'rzp_new', '']])
  expect(keysOf({ ...live, ...razorpay, FORMER_GATEWAYS: 'sandbox' })).toEqual([
    ['razorpay', 'rzp_new', ''],
    ['sandbox', 'sandbox', ''],
  ])
})

test('a former key alone is of the same account, with its secrets it is of another one', () => {
  const RAZORPAY_FORMER_KEYS = 'rzp_old  rzp_other:its-secret:with:colons'
  expect(keysOf({ ...live, ...razorpay, RAZORPAY_FORMER_KEYS })).toEqual([
    ['razorpay', 'rzp_new', 'rzp_old', ''],
    ['razorpay', 'rzp_other'],
  ])
  expect(keysOf({ RAZORPAY_FORMER_KEYS })).toEqual([
    ['sandbox', 'sandbox', ''],
    ['razorpay', 'rzp_other', ''],
  ])
  for (const wrong of ['rzp_old:secret', ':secret:webhook', 'rzp_old::webhook'])
    expect(() => readConfig({ ...razorpay, RAZORPAY_FORMER_KEYS: wrong })).toThrow(
      /^RAZORPAY_FORMER_KEYS is not usable/,
    )
})

test('a payment is one gateway’s at most: that of its name and key, of its name alone where the key was not kept', () => {
  const gateways = gatewaysOf({ ...razorpay, RAZORPAY_FORMER_KEYS: 'rzp_old rzp_other:its-secret:webhook' })
  const keyOf = (gateway: string, gatewayKey: string) =>
    gatewayOfPayment(gateways, { gateway, gatewayKey })?.keyId
  expect(keyOf('razorpay', 'rzp_new')).toBe('rzp_new')
  expect(keyOf('razorpay', 'rzp_old')).toBe('rzp_new')
  expect(keyOf('razorpay', 'rzp_other')).toBe('rzp_other')
  expect(keyOf('razorpay', '')).toBe('rzp_new')
  expect(keyOf('razorpay', 'rzp_unknown')).toBeUndefined()
  expect(keyOf('sandbox', 'sandbox')).toBe('sandbox')
  expect(keyOf('sandbox', '')).toBe('sandbox')
})
