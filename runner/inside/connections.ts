import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something answers. Throws when it does not for a minute. */
export async function answers(to: NetConnectOpts): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await isAnswered(to)) return
    await sleep(50)
  }
  throw new Error(`Nothing answers at ${JSON.stringify(to)}.`)
}

const isAnswered = (to: NetConnectOpts) =>
  new Promise<boolean>((resolve) => {
    const line = connect(to, () => {
      line.destroy()
      resolve(true)
    })
    line.on('error', () => resolve(false))
  })

/** Copies what comes in on either side to the other, until one ends. */
export function joinLines(one: Socket, other: Socket): void {
  pipeline(one, other, () => other.destroy())
  pipeline(other, one, () => one.destroy())
}
