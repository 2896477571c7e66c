import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { median } from './measure.ts'
import { machine } from './report.ts'
import { residentMegabytes, startServer } from './server.ts'

/**
 * Guesses the sign-in code of a member as an attacker with very many addresses would: in every session that the hourly
 * email limit allows and in invented ones, all in parallel. Then prints whether the member can still sign in, and
 * whether requesting a code takes as long for an email with an account as for one without.
 */
export async function measureGuesses(port: number, count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-guesses-'))
  const env = { DATA_DIR: folder, TRUST_PROXY: '1' }
  const server = await startServer(process.cwd(), port, { env, isBuilt: true })
  const say = (what: string, figure: unknown) => console.log(`${what.padEnd(58)} ${String(figure)}`)
  const post = async (call: string, from: string, body: object) => {
    const reply = await fetch(`${server.origin}/api/users/auth/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    })
    return { status: reply.status, ...((await reply.json()) as Record<string, unknown>) } as Reply
  }
  const lastIn = (to: string, sought: RegExp) => {
    const mails = readdirSync(join(folder, 'mail')).toSorted().toReversed()
    for (const name of mails) {
      const text = readFileSync(join(folder, 'mail', name), 'utf8').replaceAll(/=\r?\n/g, '')
      const found = text.includes(`To: ${to}`) && sought.exec(text)
      if (found) return found[1]!
    }
    throw new Error(`No mail to ${to} has ${String(sought)}`)
  }
  const aMember = async (email: string) => {
    const { sessionToken } = await post('email/send-otp', anAddress(), { email })
    const otp = lastIn(email, /^(\d{6})\r?$/m)
    const userData = { name: 'Asha Rao', phone: '9876543210' }
    await post('email/verify-otp', anAddress(), { email, sessionToken, otp, userData })
    return email
  }
  try {
    say('machine', machine())
    const email = await aMember('victim@example.in')

    const rounds = 200
    for (let n = 0; n < rounds; n++) await aMember(`${n}@member.example`)
    // Their welcome emails have been sent by then.
    await pause(3000)
    const times: Record<'member' | 'nobody', number[]> = { member: [], nobody: [] }
    for (let n = 0; n < rounds; n++) {
      // The order alternates so that neither is always first.
      const pair = ['member', 'nobody'] as const
      for (const who of n % 2 ? pair : pair.toReversed()) {
        const before = performance.now()
        await post('email/send-otp', anAddress(), { email: `${n}@${who}.example` })
        times[who].push(performance.now() - before)
      }
    }
    say('send-otp, email with an account, median', `${median(times.member).toFixed(2)} ms`)
    say('send-otp, email without one, median', `${median(times.nobody).toFixed(2)} ms`)

    const sessions: string[] = []
    for (;;) {
      const asked = await post('email/send-otp', anAddress(), { email })
      if (!asked.sessionToken) break
      sessions.push(asked.sessionToken)
    }
    const outcomes = new Map<string, number>()
    let sent = 0
    const guess = async () => {
      while (sent++ < count) {
        const token = sent % 2 ? sessions[randomInt(sessions.length)] : randomBytes(32).toString('base64url')
        const body = { email, sessionToken: token, otp: String(randomInt(1e6)).padStart(6, '0') }
        const { status, code } = await post('email/verify-otp', anAddress(), body)
        const outcome = status === 200 ? 'signed in' : `${status} ${code}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    const begun = performance.now()
    await Promise.all(Array.from({ length: 200 }, guess))
    const seconds = (performance.now() - begun) / 1000
    say(`${count} guesses, 200 at once, ${sessions.length} live sessions`, `${seconds.toFixed(0)} s`)
    for (const [outcome, times] of outcomes) say(`  ${outcome}`, times)
    const linkToken = lastIn(email, /\/signin\/link#([A-Za-z]+)/)
    const owner = await post('email/verify-link', anAddress(), { linkToken })
    say('afterwards the member signs in by the mailed link', owner.status === 200 ? 'yes' : owner.status)
    say('memory of the server', `${residentMegabytes(server.pid).highest} MB`)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Reply {
  status: number
  code?: string
  sessionToken?: string
}
/** A random one of 16 million client addresses. */
const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
