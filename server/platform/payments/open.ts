import type { Config } from '../../config.ts'
import type { Database } from '../database/connection.ts'
import type { Gateway } from './gateway.ts'
import { razorpayGateway } from './razorpay.ts'
import { sandboxGateway } from './sandbox.ts'

type GatewayConfig = Pick<Config, 'mode' | 'razorpay' | 'formerRazorpay' | 'followsSandbox' | 'publicUrl'>

/** The gateways of a process. */
export interface Gateways {
  /** Takes new payments. */
  gateway: Gateway
  /** Asked about the older payments that they took. */
  formerGateways: Gateway[]
}

/**
 * Creates the gateways of the configuration. New payments go to Razorpay when its keys are set, otherwise to the
 * sandbox. Throws an Error when that would be the sandbox in live mode. There, old payments of the sandbox are followed
 * only when it is named.
 */
export function gatewaysFor(
  { mode, razorpay, formerRazorpay, followsSandbox, publicUrl }: GatewayConfig,
  { db, secret }: { db: Database; secret: string },
): Gateways {
  const former = formerRazorpay.map((account) => razorpayGateway(account))
  const sandbox = () => sandboxGateway({ db, secret, publicUrl })
  if (razorpay) {
    const isFollowed = mode === 'demo' || followsSandbox
    return {
      gateway: razorpayGateway(razorpay),
      formerGateways: [...former, ...(isFollowed ? [sandbox()] : [])],
    }
  }
  if (mode === 'live')
    throw new Error(
      'MODE=live takes real money: set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
    )
  return { gateway: sandbox(), formerGateways: former }
}
