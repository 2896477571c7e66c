import pg from 'pg'

/** Called for each notification, and when the connection is lost and open again: between `away` and `back` something may have been missed. */
export interface Listener {
  heard(): void
  away(): void
  back(): void
}

/** Listens to a channel of PostgreSQL's NOTIFY on a connection of its own, which is opened again whenever it is lost. Resolves when it listens, or failed to. */
export async function listenTo(url: string, channel: string, { heard, away, back }: Listener) {
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
      .on('notification', heard)
      .on('error', () => {})
      .on('end', lost)
    try {
      await opening.connect()
      await opening.query(`listen ${channel}`)
      back()
    } catch {
      await opening.end().catch(() => {})
      lost()
    }
  }
  function lost() {
    away()
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
