import type { Api } from '#contract/client.ts'
import type { RunnerMachine, RunTask, SeenPage, SeenRun } from '#contract/projects/runners.ts'
import { findingJobs } from '#server/projects/jobs.ts'

import type { TestApp } from './app.ts'
import { aMember, aProject } from './makers.ts'
import { drawn } from './pictures.ts'
import { aPage, aSeenRun, machine } from './seen-run.ts'
import { type Files, upload } from './uploads.ts'

/** Adds a machine that runs projects, which speaks the calls of runners and starts nothing. */
export async function aRunner(app: TestApp, admin: { api: Api }, name = 'Double') {
  const { runner, token } = await admin.api.staffRunners.add({ body: { name } })
  const api = app.as(token)
  const of = ({ id }: Pick<RunTask, 'id'>) => ({ params: { id } })
  return {
    id: runner._id,
    token,
    api,
    claim: async (about: Partial<RunnerMachine> = {}) =>
      (await api.runners.claim({ body: { ...machine, ...about } })).run,
    page: async (run: Pick<RunTask, 'id'>, page: Partial<SeenPage> = {}, picture?: Buffer) =>
      api.runners.addPage({ ...of(run), form: pageForm(aPage(page), picture) }),
    end: (run: Pick<RunTask, 'id'>, seen: Partial<SeenRun> = {}) =>
      api.runners.end({ ...of(run), body: { ...aSeenRun, ...seen } }),
    alive: (run: Pick<RunTask, 'id'>) => api.runners.alive(of(run)),
    files: (run: Pick<RunTask, 'id'>) => api.runners.files(of(run)),
  }
}
export type TestRunner = Awaited<ReturnType<typeof aRunner>>

/** The form of a page, with its picture. */
export function pageForm(page: object | string, picture?: Buffer): FormData {
  const form = new FormData()
  form.set('page', typeof page === 'string' ? page : JSON.stringify(page))
  if (picture) form.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'page.png')
  return form
}

/** A picture of a page, as a browser makes it. */
export const aPicture = (width = 1280, height = 800): Promise<Buffer> => drawn(width, height).png().toBuffer()

/** A small project in PHP with a database. */
export const phpFiles: Files = {
  'README.md': '# Hostel\n\nImport db.sql into the database hostel, then open index.php.\n',
  'index.php':
    "<?php $db = mysqli_connect('localhost', 'root', '', 'hostel'); ?>\n<html><body><form><input name=user></form></body></html>\n",
  'db.sql':
    'CREATE TABLE rooms (id int primary key, name varchar(20));\nCREATE TABLE users (id int primary key, name varchar(20));\n',
}

/** Starts the workers that check releases, so that runs are asked for. */
export const checkReleases = (app: TestApp) =>
  app.dependencies.jobs.work(findingJobs(app.dependencies).filter(({ name }) => name === 'check-release'))

/** Creates a project with files that are checked and wait for staff. Its run waits too, where it is run. */
export async function anUpload<Owner extends { api: Api } = Awaited<ReturnType<typeof aMember>>>(
  app: TestApp,
  files: Files = phpFiles,
  owner?: Owner,
) {
  const own = owner ?? ((await aMember(app)) as unknown as Owner)
  const { _id: id } = await aProject(own, { price: 0, title: `Hostel ${crypto.randomUUID()}` })
  await upload(own, id, files)
  await app.jobs.run()
  return { owner: own, id }
}

/** Makes a run of a new project of a member that failed and of which they wrote a note; `word` makes the texts. */
export async function aNotedRun(
  app: TestApp,
  { member, admin }: { member: { api: Api }; admin: { api: Api } },
  word: (field: string) => string,
) {
  await checkReleases(app)
  const runner = await aRunner(app, admin)
  const of = { params: { id: (await anUpload(app, undefined, member)).id } }
  await member.api.runs.ask({ ...of, body: { startAt: word('runs.ask.startAt') } })
  const run = (await runner.claim())!
  const seen = { title: word('a page of a run'), isBroken: true, problems: [word('a problem of a run')] }
  await runner.page(run, seen, await aPicture())
  await runner.end(run, { outside: [word('a host of a run')] })
  await member.api.runs.note({ ...of, body: { note: word('runs.note.note') } })
}
