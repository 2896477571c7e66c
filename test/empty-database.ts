import pg from 'pg'
import { inject } from 'vitest'

/** Runs `work` with an empty database, which is dropped afterwards; `ask` sends it one statement. */
export async function withEmptyDatabase(
  work: (url: string, ask: (text: string) => Promise<unknown[]>) => Promise<unknown>,
) {
  const name = `backup_${crypto.randomUUID().replaceAll('-', '')}`
  const ask = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end())
    return rows
  }
  await ask(inject('adminUrl'), `create database ${name}`)
  const url = inject('adminUrl').replace('/postgres?', `/${name}?`)
  try {
    await work(url, (text) => ask(url, text))
  } finally {
    await ask(inject('adminUrl'), `drop database ${name} with (force)`)
  }
}
