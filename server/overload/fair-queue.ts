/** `high` goes first and is shed last. */
export type Priority = 'high' | 'normal'

export interface Queued {
  client: string
  priority: Priority
}

/** Those who wait: the higher priority first, and within it every client in turn, however many of its own wait. */
export class FairQueue<Item extends Queued> {
  length = 0
  // A Map keeps the order in which clients were added, which is whose turn it is; only clients that wait are in it.
  readonly #clients: Record<Priority, Map<string, Item[]>> = { high: new Map(), normal: new Map() }

  add(item: Item): void {
    const clients = this.#clients[item.priority]
    const own = clients.get(item.client)
    if (own) own.push(item)
    else clients.set(item.client, [item])
    this.length++
  }

  remove(item: Item): void {
    const own = this.#clients[item.priority].get(item.client)
    const index = own?.indexOf(item) ?? -1
    if (!own || index < 0) return
    own.splice(index, 1)
    this.length--
    if (own.length === 0) this.#clients[item.priority].delete(item.client)
  }

  /** Takes out whose turn it is. Clients that `hasShare` is true for wait until no other client does. */
  next(hasShare: (client: string) => boolean): Item | undefined {
    const item = this.#first((client) => !hasShare(client)) ?? this.#first(() => true)
    if (!item) return undefined
    const clients = this.#clients[item.priority]
    const own = clients.get(item.client)!
    this.remove(item)
    if (own.length > 0) {
      clients.delete(item.client)
      clients.set(item.client, own)
    }
    return item
  }

  #first(isEligible: (client: string) => boolean): Item | undefined {
    for (const clients of [this.#clients.high, this.#clients.normal])
      for (const [client, [item]] of clients) if (isEligible(client)) return item
    return undefined
  }

  /** The one to shed when too many wait: the last of the client that has most waiting, of the lowest priority there is. */
  leastEntitled(): Item | undefined {
    const clients = this.#clients[this.#clients.normal.size > 0 ? 'normal' : 'high']
    let longest: Item[] = []
    for (const own of clients.values()) if (own.length > longest.length) longest = own
    return longest.at(-1)
  }
}
