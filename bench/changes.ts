import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { connect, type Database } from '#server/platform/database/connection.ts'
import { saveProject } from '#server/projects/save.ts'

import { pageCases, publishedIds } from './cases.ts'
import { openCatalogue } from './catalogue/open.ts'
import { median, underLoad } from './measure.ts'
import { startServer } from './server.ts'
import type { Options } from './speed.ts'

const perSecond = 20

/**
 * Compares the answers per second of a cached page at 50 connections with and without 20 projects changing per second,
 * in alternating rounds. A change drops the pages of its project at once and all other pages every half second.
 */
export async function measureChanges(options: Options): Promise<string> {
  const lines: string[] = []
  for (const projects of options.sizes) {
    const catalogue = { projects, seed: options.seed }
    const home = join(options.folder, String(projects))
    const database = await openCatalogue(home, catalogue)
    const env = { DATABASE_URL: database.url, DATA_DIR: home, NODE_ENV: 'production' }
    const server = await startServer(process.cwd(), options.port, { env, isBuilt: true })
    const { db, pool } = connect(database.url, { connections: 1 })
    const ids = publishedIds(catalogue, 200)
    try {
      for (const one of pageCases(catalogue).filter(({ name }) => name.endsWith(', cached'))) {
        const load = { seconds: options.seconds, connections: 50 }
        const measured = () => underLoad({ ...one, origin: server.origin }, load)
        await measured()
        const rounds: { still: number; changing: number; failures: number; changes: number }[] = []
        for (let round = 0; round < options.rounds; round++) {
          const still = await measured()
          const changing = startChanges(db, ids)
          const { perSecond, failures } = await measured()
          rounds.push({
            still: still.perSecond,
            changing: perSecond,
            failures,
            changes: await changing.stop(),
          })
        }
        const share = median(rounds.map(({ still, changing }) => changing / still))
        const middle = (of: 'still' | 'changing' | 'changes') =>
          Math.round(median(rounds.map((round) => round[of])))
        const failures = rounds.reduce((sum, round) => sum + round.failures, 0)
        lines.push(
          `${one.name} at ${projects}: ${middle('changing')} a second while ${middle('changes')} projects a second change, ${middle('still')} without changes: ${Math.round(share * 100)} %, ${failures} failed. Target: 50 %. ${share >= 0.5 && failures === 0 ? 'Reached' : 'MISSED'}.`,
        )
      }
    } finally {
      await server.stop()
      await pool.end()
      await database.close()
    }
  }
  return lines.join('\n')
}

/** Saves 20 projects per second unchanged, each in its own transaction, as an edit does. */
function startChanges(db: Database, ids: string[]) {
  const begun = performance.now()
  const over = new AbortController()
  let changes = 0
  const changing = (async () => {
    while (!over.signal.aborted) {
      const id = ids[changes % ids.length]!
      const { title } = await db
        .selectFrom('projects')
        .select('title')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await db.transaction().execute((trx) => saveProject(trx, id, { title }))
      changes++
      await pause(Math.max(0, begun + (changes * 1000) / perSecond - performance.now()))
    }
  })()
  return {
    /** Stops the changes and returns how many there were per second. */
    async stop(): Promise<number> {
      over.abort()
      await changing
      return (changes * 1000) / (performance.now() - begun)
    },
  }
}
