import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { isOlderRelease, schemaFiles, unusedSince } from '#server/platform/database/migrate.ts'

import { requestsFor } from './access/requests.ts'
import { aStockedApp, type StockedApp } from './access/stocked-app.ts'
import { allowedCallers, type Caller, type CallName } from './access/who-may.ts'
import { startApp, type TestApp } from './app.ts'
import { calls, endsSession } from './calls.ts'
import { serverProcess } from './server-process.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })
const checkout = join(import.meta.dirname, '..')
const commit = readFileSync(join(checkout, 'deploy/previous-release'), 'utf8').trim()
const [beneath, after] = [await startApp(), await startApp()]
const hasHistory = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: checkout }).status === 0

/**
 * While a new release is rolled out, processes of the previous one run beside it, on one database that the new one has
 * migrated, and may crash and start again.
 */
describe.skipIf(!hasHistory)(
  `beside this checkout the previous release (${hasHistory ? commit : 'not in this history'})`,
  () => {
    const previous = mkdtempSync(join(tmpdir(), 'readymade-previous-'))
    beforeAll(() => {
      execFileSync('sh', ['-c', 'git archive "$0" | tar x -C "$1"', commit, previous], { cwd: checkout })
      symlinkSync(join(checkout, 'node_modules'), join(previous, 'node_modules'))
      execFileSync(process.execPath, ['build.ts'], { cwd: previous, stdio: 'ignore' })
    })
    afterAll(() => rmSync(previous, { recursive: true }))

    test('has an older number, and did without what the migrations take away', () => {
      const version = versionOf(previous)
      expect(isOlderRelease(version, versionOf(checkout))).toBe(true)
      const tooEarly = readdirSync(schemaFiles.migrations).filter((name) =>
        isOlderRelease(version, unusedSince(name) ?? version),
      )
      expect(tooEarly).toEqual([])
    })

    test('answers every kind of call when this one migrates beneath it, and after a crash', async () => {
      const app = beneath
      await sql`drop schema public cascade`.execute(app.db)
      await sql`create schema public`.execute(app.db)
      const migrate = `import { migrate } from './server/platform/database/migrate.ts'; await migrate(process.argv[1])`
      execFileSync(process.execPath, ['--input-type=module', '-e', migrate, app.url], { cwd: previous })
      await sql`insert into settings (name, value) values ('demo', '"loaded"')`.execute(app.db)
      const older = await processOn(app, previous)
      await older.start()
      const newer = await processOn(app, checkout)
      await newer.start()
      expect(await failuresOf(older, await aStockedApp(app), app)).toEqual([])
    })

    test('answers every kind of call when it starts after this one, and after a crash', async () => {
      const app = after
      const stocked = await aStockedApp(app)
      const newer = await processOn(app, checkout)
      await newer.start()
      const older = await processOn(app, previous)
      await older.start()
      await newer.kill()
      expect(await failuresOf(older, stocked, app)).toEqual([])
    })

    const processOn = (app: TestApp, root: string) =>
      serverProcess(app, {
        root,
        settings: { DATA_DIR: app.dependencies.config.dataDir },
        endsAfter: onTestFinished,
      })

    /**
     * Makes every call that the older release has, as one who may, and asks for every kind of page. In the middle the
     * older process is killed and started again. Returns what failed, errors in its log and functions that it put back
     * among it.
     */
    async function failuresOf(
      older: Awaited<ReturnType<typeof serverProcess>>,
      stocked: StockedApp,
      app: TestApp,
    ) {
      const failures: string[] = []
      const functions = await functionsIn(app)
      const logged = () =>
        older
          .output()
          .split('\n')
          .filter((line) => /"level":[56]0/.test(line))
      const { paths } = JSON.parse(readFileSync(join(previous, 'docs/openapi.json'), 'utf8')) as {
        paths: object
      }
      const isKnown = (path: string) => `/api${path.replace(/:(\w+)/g, '{$1}')}` in paths
      const requests = await requestsFor(stocked)
      const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
      const inOrder = calls
        .filter(({ endpoint }) => isKnown(endpoint.path))
        .toSorted(
          (one, other) =>
            Number(endsSession(one.endpoint)) - Number(endsSession(other.endpoint)) ||
            order.indexOf(one.endpoint.method) - order.indexOf(other.endpoint.method),
        )
      for (const url of pagesOf(stocked)) {
        const { status } = await fetch(`${older.address}${url}`)
        if (status !== 200) failures.push(`${url}: ${status}`)
      }
      for (const [index, { name }] of inOrder.entries()) {
        if (index === Math.floor(inOrder.length / 2)) {
          failures.push(...logged())
          await older.kill()
          await older.start()
        }
        const { method, url, body } = requests[name]!
        const askAs = (caller: Caller) => {
          const [token] = stocked.tokens[caller]
          const headers = {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          }
          return unlessBusy(() => fetch(`${older.address}${url}`, { method, headers, ...(body && { body }) }))
        }
        const [first, second] = allowedCallers[name as CallName]
        const asked = await askAs(first!)
        // It may have been opened to visitors since.
        const reply = asked.status === 401 && second ? await askAs(second) : asked
        if ([401, 403, 404].includes(reply.status) || reply.status >= 500)
          failures.push(`${name}: ${reply.status} ${await reply.text()}`)
      }
      failures.push(...logged())
      for (const definition of await functionsIn(app))
        if (!functions.includes(definition)) failures.push(`put back: ${definition}`)
      return failures
    }
  },
)

/** The answer to a call; one that says that the machine is busy is asked for again, as clients do. */
async function unlessBusy(ask: () => Promise<Response>, tries = 5): Promise<Response> {
  const reply = await ask()
  if (reply.status !== 503 || tries === 1) return reply
  await pause(1000)
  return unlessBusy(ask, tries - 1)
}

function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

const pagesOf = ({ listed, owner, code }: StockedApp) => [
  '/',
  '/projects',
  '/projects?search=hospital&category=SaaS',
  `/projects/${listed}`,
  `/projects/${listed}/samples/1`,
  `/projects/${listed}/report`,
  '/categories',
  '/about',
  '/contact',
  '/support/privacy',
  `/members/${owner.id}`,
  '/cart',
  '/wishlist',
  `/verify/${code}`,
  '/checkout',
  '/profile',
  '/owner/earnings',
  '/signin',
  '/signup',
  '/admin/login',
  '/admin/dashboard',
  '/sitemap.xml',
  '/robots.txt',
  '/healthz',
  '/readyz',
]

const functionsIn = async ({ db }: TestApp) => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`.execute(db)
  return rows.map(({ definition }) => definition)
}
