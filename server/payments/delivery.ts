import { setTimeout as pause } from 'node:timers/promises'

/** Carries one webhook to its receiver; rejects when it was never accepted. */
export type Deliver = (body: string, headers: Record<string, string>) => Promise<void>

/** Delivery over HTTP to our own webhook, tried again three times with growing pauses unless the answer is 2xx. */
export function deliverTo(publicUrl: string): Deliver {
  return async (body, headers) => {
    for (const wait of [0, 500, 2000, 8000]) {
      // A waiting delivery does not keep the process alive.
      await pause(wait, undefined, { ref: false })
      if (await accepts(`${publicUrl}/api/orders/payments/webhook`, body, headers)) return
    }
    throw new Error('The webhook was not accepted')
  }
}

const accepts = (url: string, body: string, headers: Record<string, string>): Promise<boolean> =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(5000),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
