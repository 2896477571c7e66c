import pg from 'pg'

/**
 * A channel, and callbacks for each notification, with its payload, and for when the connection is lost and open again.
 * Between the two, notifications may have been missed.
 */
interface Subscriber {
  channel: string
  onNotification(payload: string): void
  onOpen(): void
  onLost?(): void
}

export type Listener = ReturnType<typeof createListener>

/** Milliseconds between two attempts to connect, and the longest that one may take. */
const pause = 500
const connectTimeout = 2_000

/**
 * Milliseconds between two questions to the database whether the connection still lives, and the longest that it may
 * take to answer: nobody else notices when a frozen machine holds the other end.
 */
const heartbeat = { interval: 5_000, timeout: 3_000 }

/**
 * Creates the one connection on which a process hears PostgreSQL's NOTIFY, for all channels. It is opened with the
 * first subscriber, and again whenever it is lost.
 */
export function createListener(url: string) {
  const subscribers = new Set<Subscriber>()
  let current: pg.Client | undefined
  let isOpen = false
  let first: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let pulse: NodeJS.Timeout | undefined
  let isStopped = false

  async function open() {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'readymade listener',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: heartbeat.timeout,
    })
    current = client
    client
      .on('notification', ({ channel, payload = '' }) => {
        for (const one of subscribers) if (one.channel === channel) one.onNotification(payload)
      })
      .on('error', () => {})
      .on('end', () => lose(client))
    try {
      await client.connect()
      for (const { channel } of subscribers) await listen(client, channel)
    } catch {
      return lose(client)
    }
    if (current !== client) return
    isOpen = true
    pulse = setInterval(() => void client.query('select 1').catch(() => lose(client)), heartbeat.interval)
    pulse.unref()
    for (const { onOpen } of subscribers) onOpen()
  }

  function lose(client: pg.Client) {
    if (current !== client) return
    current = undefined
    isOpen = false
    clearInterval(pulse)
    void client.end().catch(() => {})
    for (const { onLost } of subscribers) onLost?.()
    if (!isStopped) retry = setTimeout(() => void open(), pause)
  }

  return {
    /**
     * Listens to a channel. Resolves to the function that ends it when the channel is listened to, or when the first
     * attempt has failed: others follow.
     */
    async subscribe(subscriber: Subscriber): Promise<() => void> {
      subscribers.add(subscriber)
      const client = current
      if (isOpen && client)
        await listen(client, subscriber.channel).then(subscriber.onOpen, () => lose(client))
      else await (first ??= open())
      return () => void subscribers.delete(subscriber)
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      clearInterval(pulse)
      await current?.end().catch(() => {})
    },
  }
}

const listen = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`)
