import { createHmac } from 'node:crypto'

import { sameText } from '../http/signed-link.ts'

/** A hex HMAC-SHA256, as Razorpay signs callbacks and webhooks. */
export const hmac = (secret: string, bytes: string | Buffer): string =>
  createHmac('sha256', secret).update(bytes).digest('hex')

/** True when the signature is the secret's own over these bytes. Compared in constant time. */
export const isSignedBy = (secret: string, bytes: string | Buffer, signature: string): boolean =>
  sameText(hmac(secret, bytes), signature)

/** What is signed for the browser after a payment. */
export const callbackText = (gatewayOrderId: string, paymentId: string): string =>
  `${gatewayOrderId}|${paymentId}`
