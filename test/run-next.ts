import { aPicture, type TestRunner } from './runners.ts'

/** Runs what waits: it ran, with a page behind a sign-in, or its first page was broken. */
export async function runNext(runner: TestRunner, { fails = false, behind = true, picture = false } = {}) {
  const run = (await runner.claim())!
  const seen = picture ? await aPicture() : undefined
  await runner.page(run, fails ? brokenPage : { title: 'Start' }, seen)
  if (behind && !fails) await runner.page(run, { title: 'Rooms', after: 'admin' }, seen)
  await runner.end(run, fails ? {} : { signIns: [signInSeen] })
}

const brokenPage = { title: 'Broken', isBroken: true, problems: ["Unknown database 'hostel'"] }

/** A sign-in of a run that worked. */
export const signInSeen = {
  form: 'http://localhost/index.php',
  user: 'admin',
  from: 'README.md',
  worked: true,
  problem: '',
}
