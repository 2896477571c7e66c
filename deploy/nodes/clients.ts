import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import type { Api } from '#contract/client.ts'
import { openSession } from '#server/accounts/service.ts'
import { signUp } from '#server/accounts/verify-code.ts'
import { demoAdmin } from '#server/config.ts'
import { connect } from '#server/platform/database/connection.ts'

import { apiAt } from '../../test/api-at.ts'
import { until } from './program.ts'

/** What is asked, and whose tokens are good there. */
interface Shop {
  origin: string
  secret: string
  pair: { url: string }
}

/** A member with a session, and the calls as this member through an address. */
export interface Member {
  token: string
  refreshToken: string
  api: Api
}

/** Signs members up directly in the database, because nobody reads their emails. */
export async function newMembers({ pair, secret, origin }: Shop, count: number): Promise<Member[]> {
  const { db, pool } = connect(pair.url, { connections: 2 })
  try {
    const members: Member[] = []
    for (let index = 0; index < count; index++) {
      const phone = `9${String(Date.now()).slice(-7)}${(index % 90) + 10}`
      const person = { name: 'Asha Rao', phone, college: '', course: '', year: '' as const }
      const { id } = await signUp(db, `${randomUUID()}@nodes.example`, person)
      const { accessToken: token, refreshToken } = await openSession({ db, secret }, id)
      members.push({ token, refreshToken, api: apiAt(origin, token) })
    }
    return members
  } finally {
    await pool.end()
  }
}

interface Counted {
  asked: number
  /** What failed: the address, the status or the error, and when. */
  failures: string[]
  slowestSeconds: number
}

/** Asks for addresses in turn, some clients at once and `perSecond` in all, until it is stopped. */
export function readers(
  origin: string,
  paths: readonly string[],
  { clients = 4, perSecond = 20, isGood = (status: number) => status === 200 } = {},
) {
  const counted: Counted = { asked: 0, failures: [], slowestSeconds: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const stopping = new AbortController()
  const client = async () => {
    while (!stopping.signal.aborted) {
      const path = paths[counted.asked++ % paths.length]!
      const began = performance.now()
      const answer = await statusOf(agent, origin, path)
      counted.slowestSeconds = Math.max(counted.slowestSeconds, (performance.now() - began) / 1000)
      if (typeof answer === 'string' || !isGood(answer))
        counted.failures.push(`${path}: ${answer} at ${new Date().toISOString()}`)
      await pause((1000 * clients) / perSecond)
    }
  }
  const all = Array.from({ length: clients }, client)
  return {
    counted,
    stop: async () => {
      stopping.abort()
      await Promise.all(all)
      agent.destroy()
      return counted
    },
  }
}

/** Asks for addresses once and returns the statuses of the answers. */
export const statusesOf = (origin: string, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await fetch(origin + path)).status))

/** Returns the status of an answer that was read to its end, or what went wrong. */
const statusOf = (agent: Agent, origin: string, path: string) =>
  new Promise<number | string>((resolve) => {
    const asked = request(origin + path, { agent, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      answer
        .on('end', () => resolve(answer.statusCode!))
        .on('error', ({ message }) => resolve(message))
        .resume()
    })
    asked.on('error', ({ message }) => resolve(message)).end()
  })

/**
 * Has members write numbers, each into their own profile and the next when the last was acknowledged, until it is
 * stopped. `lost` compares what is stored with what was acknowledged.
 */
export function writers(members: readonly Member[]) {
  const statuses: Record<string, number> = {}
  const acknowledged = members.map(() => 0)
  const stopping = new AbortController()
  let lastAt = 0
  const write = async ({ token }: Member, index: number, origin: string) => {
    for (let number = 1; !stopping.signal.aborted; number++) {
      const status = await fetch(`${origin}/api/users/profile`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ course: String(number) }),
      }).then(
        async (reply) => {
          await reply.arrayBuffer()
          return String(reply.status)
        },
        () => 'cut',
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === '200') [acknowledged[index], lastAt] = [number, performance.now()]
      await pause(status === '200' ? 20 : 100)
    }
  }
  return {
    statuses,
    /** When a write was acknowledged last, in milliseconds of `performance.now()`. */
    lastAt: () => lastAt,
    begin(origin: string) {
      const all = members.map((member, index) => write(member, index, origin))
      return async () => {
        stopping.abort()
        await Promise.all(all)
      }
    },
    async lost(): Promise<number> {
      let lost = 0
      for (const [index, { api }] of members.entries()) {
        const { user } = await api.accounts.profile()
        lost += Math.max(0, acknowledged[index]! - Number(user.course))
      }
      return lost
    },
    count: () => acknowledged.reduce((sum, number) => sum + number, 0),
  }
}

/**
 * Creates a project of a member and sends files of it so slowly that it takes some seconds. Returns the project's id.
 */
export async function slowUpload(
  { origin }: Pick<Shop, 'origin'>,
  { api, token }: Member,
  seconds: number,
  files = 4,
) {
  const { _id: id } = await newProject(api)
  const form = new FormData()
  const paths = Array.from({ length: files }, (_, index) => `data/${index}.bin`)
  const fields = {
    relativePaths: JSON.stringify(paths),
    projectId: id,
    chunkIndex: '0',
    totalChunks: '1',
    isFirstChunk: 'true',
    isLastChunk: 'true',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const path of paths) form.append('files', new Blob([randomBytes(fileBytes)]), path.split('/')[1])
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const asked = request(`${origin}/api/upload/re-upload/${id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type')!,
      'content-length': body.length,
    },
  })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  const parts = seconds * 5
  for (let part = 0; part < parts; part++) {
    asked.write(body.subarray((body.length * part) / parts, (body.length * (part + 1)) / parts))
    await pause(200)
  }
  asked.end()
  const [answer] = await answered
  if (answer.statusCode !== 200) throw new Error(`The upload was answered with ${answer.statusCode}`)
  answer.resume()
  await api.projects.update({
    params: { id },
    body: { hasFiles: true, fileCount: files, totalFileSize: files * fileBytes },
  })
  return id
}
const fileBytes = 5_000_000

const newProject = async (api: Api) =>
  (
    await api.projects.create({
      body: { title: 'Nodes', description: 'A project.', category: 'SaaS', price: 499 },
    })
  ).project

/** Has an owner list projects and staff approve them, as soon as they are checked. */
export async function publishProjects({ origin }: Pick<Shop, 'origin'>, owner: Member, count = 8) {
  const { token } = await apiAt(origin).staff.login({ body: demoAdmin })
  const { projects } = apiAt(origin, token)
  for (let index = 0; index < count; index++) {
    const id = await slowUpload({ origin }, owner, 0.2, 1)
    const approval = { params: { id }, body: { verificationStatus: 'approved' as const } }
    await until('The approval', () => projects.update(approval).then(Boolean, () => false), { every: 250 })
  }
}

/** Reads an archive at the pace of a slow line. Returns its bytes. Throws when it ends early. */
export async function slowDownload(
  { origin }: Pick<Shop, 'origin'>,
  { token }: Member,
  id: string,
  seconds: number,
) {
  const url = `${origin}/api/github/owner/repo/${id}/download`
  const headers = { authorization: `Bearer ${token}` }
  // The archive is made by a job when it is first asked for.
  while ((await fetch(url, { headers })).status !== 200) await pause(200)
  const asked = request(url, { headers }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const all = Number(answer.headers['content-length'])
  const [began, perMs] = [performance.now(), all / (seconds * 1000)]
  let read = 0
  for await (const bytes of answer as AsyncIterable<Buffer>) {
    read += bytes.length
    await pause(Math.max(0, read / perMs - (performance.now() - began)))
  }
  if (read !== all) throw new Error(`The download ended after ${read} of ${all} bytes`)
  return read
}
