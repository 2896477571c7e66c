import type { Gateway } from './gateway.ts'
import type { Gateways } from './open.ts'

/** A gateway that can be asked, and the keys under which its payments are stored. */
export interface ReachableGateway {
  gateway: Gateway
  /** Contains '' when the gateway is also asked about payments stored without a key. */
  keys: string[]
}

/** All gateways that can be asked, the one for new payments first. Each payment belongs to one gateway at most. */
export function reachableGateways({ gateway, formerGateways }: Gateways): ReachableGateway[] {
  const all = [gateway, ...formerGateways]
  return all.map((one) => ({
    gateway: one,
    keys: [...one.keyIds, ...(all.find(({ name }) => name === one.name) === one ? [''] : [])],
  }))
}

/** The gateway that took a payment; undefined when it cannot be asked any more. */
export const gatewayOfPayment = (
  gateways: Gateways,
  { gateway: name, gatewayKey }: { gateway: string; gatewayKey: string },
): Gateway | undefined =>
  reachableGateways(gateways).find(({ gateway, keys }) => gateway.name === name && keys.includes(gatewayKey))
    ?.gateway
