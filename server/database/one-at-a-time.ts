import pg from 'pg'

/** What is done in one process at a time, each with the key of its advisory lock. */
const keys = { migrations: 4837201, demo: 4837202 }

/**
 * Does a piece of work while every other process that wants to do the same on this database waits. The lock lives as long
 * as its connection, so that a process which is killed lets the next one in. `waiting` is called when another is at it.
 */
export async function oneAtATime<T>(
  url: string,
  what: keyof typeof keys,
  work: (client: pg.Client) => Promise<T>,
  { waiting }: { waiting?: () => void } = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: `readymade ${what}`,
  })
  // The statement that fails tells of a lost connection; unheard, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      keys[what],
    ])
    if (!rows[0]?.held) {
      waiting?.()
      await client.query('select pg_advisory_lock($1)', [keys[what]])
    }
    return await work(client)
  } finally {
    await client.end()
  }
}
