import type { Config } from '../config.ts'
import type { Database } from '../database/connection.ts'
import type { Gateway } from './gateway.ts'
import { razorpayGateway } from './razorpay.ts'
import { sandboxGateway } from './sandbox.ts'

/** The gateway that the configuration names: Razorpay when its keys are set, otherwise the sandbox. Throws when that would be the sandbox in live mode. */
export function gatewayFor(
  { mode, razorpay, publicUrl }: Pick<Config, 'mode' | 'razorpay' | 'publicUrl'>,
  { db, secret }: { db: Database; secret: string },
): Gateway {
  if (razorpay) return razorpayGateway(razorpay)
  if (mode === 'live')
    throw new Error(
      'MODE=live takes real money: set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
    )
  return sandboxGateway({ db, secret, publicUrl })
}
