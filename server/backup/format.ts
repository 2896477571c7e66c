import { hkdfSync } from 'node:crypto'

import { z } from 'zod'

/** Where things lie in a backup. Everything but the manifest stands in `sums`, as `sha256sum -c` reads it. */
export const names = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  migrations: 'schema/migrations',
  functions: 'schema/functions',
  queue: 'schema/queue.sql',
  sequences: 'sequences.json',
  tables: 'tables',
  objects: 'objects',
  secret: 'secret',
} as const

/** Written last: a folder without it is no finished backup. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Of the list of sums. */
  sha256: z.string(),
  /** Rows by table. */
  tables: z.record(z.string(), z.int()),
  ledger: z.object({ entries: z.int(), sha256: z.string() }),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** Tells whether a secret is the one of the backup, without telling it. */
  secretMark: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** What a manifest says of the secret. */
export const markOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'backup', 16)).toString('hex')

/** Names of files that mean the same everywhere and lead nowhere else: all that we store have such. */
export const isPlainName = (name: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.test(name) && !name.split('/').some((part) => part === '.' || part === '..')
