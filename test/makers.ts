import { randomInt, randomUUID } from 'node:crypto'

import type { z } from 'zod'

import type { UserData } from '#contract/accounts/accounts.ts'
import { type Api, createApi } from '#contract/client.ts'
import type { projects } from '#contract/projects/projects.ts'
import type { Admin } from '#contract/staff/accounts.ts'
import { editedProjects } from '#server/catalogue/lookup-queries.ts'
import { demoAdmin } from '#server/config.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { JobKind } from '#server/platform/jobs/jobs.ts'
import { decisionJobs } from '#server/projects/jobs.ts'
import { ensureFirstAdmin } from '#server/staff/first-admin.ts'

import type { TestApp } from './app.ts'

/** A phone number that no other member of the tests has. */
const aPhone = () => `9${String(randomInt(1e9)).padStart(9, '0')}`

/** Creates a member through the real sign-up calls. */
export async function aMember(app: TestApp, userData: Partial<z.input<typeof UserData>> = {}) {
  const email = userData.email ?? anEmail()
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email } })
  const { tokens, user } = await app.api.accounts.verifyOtp({
    body: {
      email,
      sessionToken,
      otp: codeMailedTo(app, email),
      userData: { name: 'Asha Rao', phone: aPhone(), ...userData },
    },
  })
  const { accessToken: token, refreshToken } = tokens
  return { token, refreshToken, id: user._id, email, user, api: app.as(token) }
}

/** Signs in the demo admin, a super_admin. */
export async function anAdmin(app: TestApp) {
  await ensureFirstAdmin(app.dependencies, app.dependencies.config)
  const { token, admin } = await app.api.staff.login({ body: demoAdmin })
  return { token, admin, id: admin._id, api: app.as(token) }
}

/** The password of the staff whom `aStaffMember` adds. */
export const staffPassword = 'lanterns gravel omelette'

/** Adds somebody to the staff, by a super_admin. */
export async function aStaffMember(
  boss: { api: Api },
  { role = 'admin', isActive = true }: { role?: Admin['role'] | undefined; isActive?: boolean } = {},
) {
  const body = { name: 'Ravi', email: anEmail(), password: staffPassword, role }
  const { admin } = await boss.api.admins.create({ body })
  if (!isActive) await boss.api.admins.toggleStatus({ params: { id: admin._id } })
  return { id: admin._id, email: body.email, admin }
}

/** Adds somebody to the staff, by a super_admin, and signs them in. */
export async function aColleague(app: TestApp, boss: { api: Api }, role?: Admin['role']) {
  const { id, email, admin } = await aStaffMember(boss, { role })
  const { token } = await app.api.staff.login({ body: { email, password: staffPassword } })
  return { token, admin, id, email, api: app.as(token) }
}

/** What staff did to something, as the audit log tells it, the oldest first. */
export const actionsOn = async ({ api }: { api: Api }, about: string) =>
  (await api.audit.list({ query: { about, show: 'all' } })).entries
    .toReversed()
    .map(({ staff, action, before, after }) => ({ staffId: staff._id, action, before, after }))

/** Takes back every change of the settings. */
export const resetSettings = (db: Connection) => db.deleteFrom('settings').execute()

type Overrides = Partial<z.input<(typeof projects)['create']['body']>>

/** Creates a project as its owner: pending and without files. */
export async function aProject(owner: { api: Api }, overrides: Overrides = {}) {
  const body = {
    title: 'Hospital Management System',
    description: 'Patients, appointments and billing in one place.',
    category: 'Web Development' as const,
    price: 499,
    ...overrides,
  }
  return (await owner.api.projects.create({ body })).project
}

/** Creates a listed project: created, uploaded and finalised by its owner, approved by an admin. */
export async function aPublishedProject(
  app: TestApp,
  { owner, admin, ...overrides }: Overrides & { owner?: { api: Api }; admin?: { api: Api } } = {},
) {
  const seller = owner ?? (await aMember(app))
  const project = await aProject(seller, overrides)
  await aRelease(seller, project._id)
  const approval = { params: { id: project._id }, body: { verificationStatus: 'approved' as const } }
  return (await (admin ?? (await anAdmin(app))).api.projects.update(approval)).project
}

/** Tells whether a project is among the newest hundred of the public list. */
export const isListed = async ({ api }: { api: Api }, id: string) =>
  (await api.projects.list({ query: { limit: 100 } })).projects.some(({ _id }) => _id === id)

/** Uploads and finalises a release of a project through the real calls. Files are texts or bytes by path. */
export async function aRelease(
  owner: { api: Api },
  projectId: string,
  files: Record<string, string | Blob> = { 'README.md': '# Read me', 'src/index.js': 'console.log(1)\n' },
) {
  const form = new FormData()
  form.set('relativePaths', JSON.stringify(Object.keys(files)))
  form.set('uploadType', 'folder')
  form.set('projectId', projectId)
  form.set('chunkIndex', '0')
  form.set('totalChunks', '1')
  form.set('isFirstChunk', 'true')
  form.set('isLastChunk', 'true')
  for (const [path, text] of Object.entries(files)) form.append('files', new Blob([text]), path)
  const { data } = await owner.api.releases.upload({ form })
  const { fileCount, totalFileSize } = data
  return (
    await owner.api.projects.update({
      params: { id: projectId },
      body: { hasFiles: true, fileCount, totalFileSize },
    })
  ).project
}

/** A member as stored. */
export const memberRow = (db: Connection, id: string) =>
  db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A project as stored, with the change that waits. */
export const projectRow = (db: Connection, id: string) =>
  db.selectFrom(editedProjects).selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The releases of a project as stored, the first one first. */
export const releasesOf = (db: Connection, projectId: string) =>
  db.selectFrom('releases').selectAll().where('projectId', '=', projectId).orderBy('number').execute()

/** Gives a member another email, without asking for its code. */
export const changeEmail = (db: Connection, memberId: string, email: string) =>
  db.updateTable('members').set({ email }).where('id', '=', memberId).execute()

/** Deactivates a member, as if staff had done so. */
export const deactivate = (db: Connection, memberId: string) =>
  db.updateTable('members').set({ deactivatedAt: new Date() }).where('id', '=', memberId).execute()

/** Asks for the deletion of a member's account and returns the code that was mailed. */
export async function deletionCode(
  app: Pick<TestApp, 'mails'>,
  { api, email }: { api: Api; email: string },
): Promise<string> {
  await api.personalData.askForDeletion()
  return codeMailedTo(app, email)
}

/** Deletes a member's account; `givenUp` rupees of their balance are given up. */
export const deleteAccount = async (
  app: Pick<TestApp, 'mails'>,
  member: { api: Api; email: string },
  givenUp = 0,
) => member.api.personalData.deleteAccount({ body: { code: await deletionCode(app, member), givenUp } })

/** Tells how a sign-in ended: 'in', or the code of its problem. */
export const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'in',
    (problem: { code: string }) => problem.code,
  )

/** Runs a job that repeats, and all others that wait. */
export async function runJob({ jobs, db }: Pick<TestApp, 'jobs' | 'db'>, kind: JobKind) {
  await jobs.enqueue(db, kind, {})
  await jobs.run()
}

/** Lets decisions on projects be taken back until `jobs.run()`; without this each counts as final at once. */
export const keepDecisionsOpen = ({ jobs, dependencies }: TestApp) => jobs.work(decisionJobs(dependencies))

/** Creates an email address that no other test uses. */
export const anEmail = () => `${randomUUID()}@example.in`

/** The emails to an address, of one kind if it is named; the newest is the last. */
export const mailsTo = ({ mails }: Pick<TestApp, 'mails'>, email: string, kind?: string) =>
  mails.filter((mail) => mail.to === email && (!kind || mail.kind === kind))

/** The newest one-time code mailed to an email address. Throws when there is none. */
export function codeMailedTo({ mails }: Pick<TestApp, 'mails'>, email: string): string {
  const code = mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error(`No code was mailed to ${email}`)
  return code
}

/** The token of the one-time link in the newest email to an address, if it has one. */
export const linkMailedTo = ({ mails }: Pick<TestApp, 'mails'>, email: string): string | undefined =>
  mails.findLast(({ to }) => to === email)?.text.match(/\/link#([A-Za-z]+)/)?.[1]

/** Creates a client of the API that calls from another client address. */
export const apiFrom = ({ app }: Pick<TestApp, 'app'>, remoteAddress: string, token?: string): Api =>
  createApi(async ({ method, url, body }) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress,
      headers,
      payload: body as string,
    })
    return {
      status: reply.statusCode,
      text: async () => reply.body,
      blob: async () => new Blob([reply.body]),
    }
  })

let addresses = 0
/** Creates a client address that no other test of the file uses. */
export const anAddress = () => `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
