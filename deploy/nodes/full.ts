import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { apiAt } from '../../test/api-at.ts'
import { type Member, newMembers, readers, slowUpload, statusesOf } from './clients.ts'
import { postgresAccount } from './debian.ts'
import { Program, until } from './program.ts'
import type { Process, Site } from './site.ts'
import { type Outcome, publicPaths } from './tries.ts'

/** Has the database take no writes for a while. */
export async function readOnlyDatabase(site: Site): Promise<Outcome> {
  const { pair, processes, origin } = site
  const [member] = (await newMembers(site, 1)) as [Member]
  const paths = await publicPaths(site)
  const write = async () => (await profileWrite(origin, member)).status
  const ready = async () =>
    Promise.all(processes.map(async ({ origin: at }) => (await fetch(`${at}/readyz`)).status))
  await pair.setReadOnly(true)
  await pause(2000)
  const during = { write: await write(), ready: await ready(), reads: await statusesOf(origin, paths) }
  await pair.setReadOnly(false)
  const back = await until(
    'The return',
    async () => (await write()) === 200 && (await ready()).every((one) => one === 200),
  )
  return {
    found: `writes ${during.write}, /readyz ${during.ready.join(' ')}, public reads ${during.reads.join(' ')}; all well ${back.toFixed(1)} s after its return`,
    faults: [
      ...(during.write === 503 ? [] : ['A write was not answered with 503']),
      ...(during.ready.every((status) => status === 503) ? [] : ['A process called itself ready']),
      ...(during.reads.every((status) => status === 200) ? [] : ['A public read failed']),
      ...(back > 1 ? ['The return took more than 1 s'] : []),
    ],
  }
}

/** Ends the bucket server, or has it accept connections and say nothing, for some seconds. */
export async function bucketAway(site: Site, way: 'down' | 'silent', seconds = 30): Promise<Outcome> {
  const { bucket, origin } = site
  const [member] = (await newMembers(site, 1)) as [Member]
  const traffic = readers(origin, await publicPaths(site))
  if (way === 'down') await bucket.kill()
  else bucket.freeze()
  const began = performance.now()
  let [uploads, whole, slowest] = [0, 0, 0]
  while (performance.now() - began < seconds * 1000) {
    const sent = performance.now()
    await slowUpload(site, member, 0.2, 1).then(
      () => whole++,
      () => {},
    )
    slowest = Math.max(slowest, (performance.now() - sent) / 1000)
    uploads++
    await pause(500)
  }
  if (way === 'down') bucket.start()
  else bucket.thaw()
  const back = await until('An upload', () => slowUpload(site, member, 0.2, 1).then(Boolean, () => false))
  const { asked, failures } = await traffic.stop()
  return {
    found: `${failures.length} of ${asked} pages failed; ${uploads} uploads, ${whole} of them whole, the slowest answered in ${slowest.toFixed(1)} s; the first whole one ${back.toFixed(1)} s after its return`,
    faults: [
      ...failures,
      ...(whole > 0 ? ['An upload was called whole while there was no bucket'] : []),
      ...(slowest > 15 ? ['An answer took longer than 15 s'] : []),
      ...(back > 5 ? ['Uploads came back later than 5 s'] : []),
    ],
  }
}

/** Sets the clock of one process 20 s ahead and that of another 20 s behind. */
export async function clocksApart(site: Site): Promise<Outcome> {
  const [ahead, behind] = site.processes as [Process, Process]
  for (const [one, offset] of [
    [ahead, '+20s'],
    [behind, '-20s'],
  ] as const) {
    await one.program.end()
    await one.start({
      env: {
        LD_PRELOAD: globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]!,
        FAKETIME: offset,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    })
  }
  let [calls, refused] = [0, 0]
  for (const issuer of site.processes)
    for (const member of await newMembers(site, 10)) {
      const { tokens } = await apiAt(issuer.origin).accounts.refresh({
        body: { refreshToken: member.refreshToken },
      })
      for (const { origin } of site.processes) {
        const { status } = await profileWrite(origin, { token: tokens.accessToken })
        calls++
        if (status !== 200) refused++
      }
    }
  for (const one of [ahead, behind]) await one.restart()
  return {
    found: `${refused} of ${calls} calls with a token of another process were refused`,
    faults: refused > 0 ? ['A signed-in member was refused'] : [],
  }
}

/** Sends contact messages from one address to one process, and from another address to five. */
export async function countedLimits(site: Site): Promise<Outcome> {
  const more = [0, 1].map((index) => site.newProcess(index))
  await Promise.all(more.map((one) => one.start()))
  const passed = async (processes: readonly Process[], address: string) => {
    let count = 0
    for (let index = 0; index < 30; index++) {
      const { status } = await fetch(`${processes[index % processes.length]!.origin}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({
          name: 'Asha',
          email: `${index}@nodes.example`,
          subject: 'Other',
          message: `Hello ${index}`,
        }),
      })
      if (status === 200) count++
    }
    return count
  }
  const one = await passed(site.processes.slice(0, 1), '10.9.0.1')
  const five = await passed([...site.processes, ...more], '10.9.0.2')
  await Promise.all(more.map(({ program }) => program.end()))
  return {
    found: `${one} of 30 contact messages passed one process, ${five} of 30 five`,
    faults: one === five && one < 30 ? [] : ['The limits are not the same'],
  }
}

/** Starts a process behind PgBouncer in both modes. */
export async function pooled(site: Site, mode: 'session' | 'transaction'): Promise<Outcome> {
  const folder = join(site.folder, `pgbouncer-${mode}`)
  mkdirSync(folder, { mode: 0o755 })
  const url = new URL(site.pair.url)
  const port = site.pair.freePort
  writeFileSync(join(folder, 'users'), `"${url.username}" "${url.password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\nreadymade = host=127.0.0.1 port=${url.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = plain\nauth_file = ${folder}/users\npool_mode = ${mode}\ndefault_pool_size = 50\nunix_socket_dir =\n`,
  )
  const pooler = new Program(['pgbouncer', join(folder, 'pgbouncer.ini')], {
    account: postgresAccount(),
    log: join(site.folder, `pgbouncer-${mode}.log`),
  })
  pooler.start()
  await pause(500)
  url.port = String(port)
  const one = site.newProcess(0)
  try {
    const began = performance.now()
    one.program.start({ DATABASE_URL: url.href })
    const isReady = async () =>
      !one.program.isRunning ||
      (await fetch(`${one.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    await until('An answer of the start', isReady, { seconds: 30 })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const said = one.program.log().split('Readymade could not start. ').at(-1)!.trim().split('\n')[0]!
    if (mode === 'transaction')
      return {
        found: one.program.isRunning ? `it started` : `it ended after ${seconds} s: ${said}`,
        faults: one.program.isRunning ? ['It runs on a pooler that does not deliver'] : [],
      }
    if (!one.program.isRunning) return { found: said, faults: ['It did not start'] }
    const [member] = (await newMembers(site, 1)) as [Member]
    const { status } = await profileWrite(one.origin, member)
    const paths = await statusesOf(one.origin, await publicPaths(site))
    return {
      found: `ready after ${seconds} s, a write ${status}, pages ${paths.join(' ')}`,
      faults: status === 200 && paths.every((path) => path === 200) ? [] : ['Something failed'],
    }
  } finally {
    await one.program.kill()
    await pooler.kill()
  }
}

const profileWrite = (origin: string, { token }: Pick<Member, 'token'>) =>
  fetch(`${origin}/api/users/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ course: 'B.Tech' }),
  })
