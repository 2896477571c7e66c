import { screen } from '@testing-library/dom'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'

import { writeLog } from '#server/projects/log/writer.ts'
import { sumsOfFolder, sumsOfZip } from '#web/projects/upload/sums.ts'
import type { SumsRequest } from '#web/projects/upload/zip-worker.ts'
import { store, stored } from '#web/shell/session/browser-store.ts'

import { failing, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { aMember } from '../../../test/makers.ts'
import { checkoutBy, source } from '../../../test/orders.ts'
import { aListing, download, filesIn } from '../../../test/uploads.ts'

const app = await startJourneys()

async function aBuyerWith(id: string) {
  const buyer = await aMember(app)
  await checkoutBy(buyer, source({ id }))
  return buyer
}

/** The worker of the page in this thread, because there are none here. */
class WorkerHere extends EventTarget {
  async postMessage({ sumsOf }: SumsRequest) {
    const summed = 'zip' in sumsOf ? sumsOfZip(sumsOf.zip) : sumsOfFolder(sumsOf.folder)
    const data = await summed.then(
      (sums) => ({ summed: sums }),
      (error: Error) => ({ error: error.message, isOther: false }),
    )
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate() {}
}
beforeEach(() => {
  vi.stubGlobal('Worker', WorkerHere)
  store({ seenLog: null })
})

const choose = async (files: Record<string, Uint8Array>) => {
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(field, new File([zipSync(files)], 'project.zip', { type: 'application/zip' }))
}
const logText = async (state: string) =>
  (await vi.waitUntil(() => document.querySelector(`[data-log=${state}]`), 10_000)).textContent

test('from the order to “unchanged”, with the proof of the log, and that it continues what the browser saw', async () => {
  const { id } = await aListing(app, { 'README.md': '# Hostel\n', 'app.py': 'print("hostel")\n' })
  await writeLog(app.dependencies)
  const buyer = await aBuyerWith(id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  await visit(`/orders/${orders[0]!._id}`, { as: buyer })
  await user.click(await screen.findByRole('link', { name: 'Check a copy' }))
  await screen.findByRole('heading', { name: 'Are these the files we verified?' })
  const files = filesIn((await download(app, buyer.token, id)).rawPayload)
  await choose(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, new Uint8Array(file)])))
  await screen.findByText(/^Release 1 of .*, verified on .*, unchanged$/)
  expect(await logText('proven')).toContain('The public log says the same, signed, in statement 0')
  expect(JSON.parse(stored('seenLog')!)).toMatchObject({ key: app.dependencies.logKeys[0]!.publicKey })
  await choose(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, new Uint8Array(file)])))
  await vi.waitUntil(async () => (await logText('proven')).includes('this browser saw before'), 10_000)
})

test('a changed file: a buyer sees which, a stranger only that it is not as we verified it', async () => {
  const { id } = await aListing(app, { 'README.md': '# Desk\n', 'app.py': 'print("desk")\n', 'old.py': 'x' })
  const buyer = await aBuyerWith(id)
  const changed = {
    'README.md': strToU8('# Desk\n'),
    'app.py': strToU8('print("DESK")\n'),
    'new.py': strToU8(''),
  }
  await visit(`/verify/files?project=${id}&release=1`, { as: buyer })
  await choose(changed)
  await screen.findByText('Not as we verified it')
  await screen.findByRole('heading', { name: 'How they differ from release 1' })
  for (const name of ['Changed: 1 file', 'Missing: 1 file', 'New: 1 file'])
    expect(screen.getByRole('heading', { name })).toBeDefined()
  const { clearSession } = await import('#web/shell/session/session.ts')
  clearSession()
  await visit(`/verify/files?project=${id}`)
  await choose(changed)
  await screen.findByText('Not as we verified it')
  expect(screen.queryByText('app.py')).toBeNull()
  expect(document.body.textContent).toContain('Sign in to see which files differ')
})

test('what a ZIP holds beside the verified files is named, because our staff never saw it', async () => {
  await aListing(app, { 'a.py': 'print("beside")\n' })
  await visit('/verify/files')
  await choose({ 'a.py': strToU8('print("beside")\n'), 'setup.exe': strToU8('MZ') })
  await screen.findByText(/unchanged$/)
  expect(document.body.textContent).toContain("Not compared: 'setup.exe'. No upload has such files")
})

test('a log that is not the one that this browser saw is refused by name', async () => {
  await aListing(app, { 'a.py': 'print("refused")\n' })
  await writeLog(app.dependencies)
  const key = app.dependencies.logKeys[0]!
  const text = `localhost:3000/log\n1\n${Buffer.alloc(32, 1).toString('base64')}\n`
  store({ seenLog: JSON.stringify({ note: `${text}\n${key.signatureOf(text)}`, key: key.publicKey }) })
  await visit('/verify/files')
  await choose({ 'a.py': strToU8('print("refused")\n') })
  await screen.findByText('The public log is not what it should be')
  expect(document.body.textContent).toContain('earlier entries were changed')
})

test('without a connection the page says what it could not ask, and asks again', async () => {
  await aListing(app, { 'a.py': 'print("offline")\n' })
  await visit('/verify/files')
  const mend = failing('verifiedFiles.get', 'cut')
  await choose({ 'a.py': strToU8('print("offline")\n') })
  await screen.findByText('The files are read, and we could not be asked')
  expect(document.body.textContent).toMatch(/Their content hash is [0-9a-f]{64}/)
  mend()
  await user.click(screen.getByRole('button', { name: 'Ask Again' }))
  await screen.findByText(/unchanged$/)
})

test('what is no ZIP is a sentence', async () => {
  await visit('/verify/files')
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(field, new File(['hello'], 'x.zip'))
  await screen.findByText('This ZIP cannot be read: it is broken, or it is no ZIP.')
})
