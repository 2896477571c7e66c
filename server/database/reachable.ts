import pg from 'pg'

/** Throws an Error in one plain sentence, without the password, when no session can be opened on the database at a URL. */
export async function requireReachable(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'readymade start',
  })
  client.on('error', () => {})
  const problem = await client.connect().then(() => undefined, problemOf)
  await client.end().catch(() => {})
  if (problem) throw new Error(`The database at ${client.host}:${client.port} ${problem}`)
}

const problemOf = (error: Error) =>
  error instanceof pg.DatabaseError
    ? `does not let us in: ${error.message}; check DATABASE_URL.`
    : `cannot be reached (${reasonOf(error)}); check DATABASE_URL and that PostgreSQL runs there.`

/** A name with several addresses fails with an error for each and no message of its own, but with their code. */
const reasonOf = ({ code, message }: NodeJS.ErrnoException) => code ?? message
