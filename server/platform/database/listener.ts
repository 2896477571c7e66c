import pg from 'pg'

/**
 * Callbacks for each notification, with its payload, and for when the connection is lost and open again. Between the
 * two, notifications may have been missed.
 */
interface Listener {
  onNotification(payload: string): void
  onLost(): void
  onOpen(): void
}

/**
 * Listens to a channel of PostgreSQL's NOTIFY on a connection of its own, which is opened again whenever it is lost.
 * Resolves when it listens, or when the first attempt has failed.
 */
export async function listenTo(url: string, channel: string, { onNotification, onLost, onOpen }: Listener) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function open() {
    const opening = new pg.Client({
      connectionString: url,
      application_name: 'readymade listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    client = opening
    opening
      .on('notification', ({ payload = '' }) => onNotification(payload))
      .on('error', () => {})
      .on('end', lost)
    try {
      await opening.connect()
      await opening.query(`listen ${channel}`)
      onOpen()
    } catch {
      await opening.end().catch(() => {})
      lost()
    }
  }
  function lost() {
    onLost()
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(() => void open(), 1000)
  }
  await open()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
