import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { withEmptyDatabase } from '../../test/empty-database.ts'
import { aPublishedProject, releasesOf } from '../../test/makers.ts'
import { createStorage } from '../platform/storage/open.ts'
import { restore } from './backups/restore.ts'
import { backUp } from './backups/save.ts'

const app = await startApp()
const { db, storage } = app.dependencies
const config = { ...app.dependencies.config, secret: app.dependencies.secret }
const folder = mkdtempSync(join(tmpdir(), 'readymade-since-'))
chmodSync(folder, 0o711)
const inFolder = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesOf = (backup: string) =>
  readFileSync(join(backup, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('  objects/'))
    .toSorted()

test('a backup since an earlier one copies only what is new or changed, and is restored without the earlier one', async () => {
  const { id } = (await releasesOf(db, (await aPublishedProject(app))._id))[0]!
  const archive = `archives/${id}.zip`
  const picture = 'images/0190/640.webp'
  // Of the same length each time, as a ZIP may be.
  const putArchive = async (text: 'one' | 'two') => {
    await storage.put(archive, Buffer.from(text))
    const stored = { archiveSha256: hash('sha256', text), archiveSize: 3 }
    await db.updateTable('releases').set(stored).where('id', '=', id).execute()
  }
  await putArchive('one')
  await backUp(config, app.url, inFolder('first'))
  await putArchive('two')
  await storage.put(picture, Buffer.from('a picture'))
  await backUp(config, app.url, inFolder('full'))
  const program = [join(import.meta.dirname, 'backup.ts'), inFolder('next'), '--since', inFolder('first')]
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SECRET: app.dependencies.secret,
      DATABASE_URL: app.url,
      STORAGE_URL: config.storageUrl,
    },
  })
  // The database records what the command has backed up, and the next backup contains the record.
  expect(await db.selectFrom('backups').select('folder').execute()).toEqual([{ folder: inFolder('next') }])
  await backUp(config, app.url, inFolder('later'))
  const { tables } = JSON.parse(readFileSync(join(inFolder('later'), 'manifest.json'), 'utf8')) as {
    tables: Record<string, number>
  }
  expect(tables['public.backups']).toBe(1)
  const files = filesOf(inFolder('next'))
  expect(files).toEqual(filesOf(inFolder('full')))
  const isCopied = (name: string) => statSync(join(inFolder('next'), name)).nlink === 1
  const copied = files.map((line) => line.slice(66)).filter(isCopied)
  expect(copied.toSorted()).toEqual([`objects/${archive}`, `objects/${picture}`])
  expect(files.length).toBeGreaterThan(2)
  expect(stdout).toContain(`${files.length - 2} of the files are links to those of ${inFolder('first')}.`)
  rmSync(inFolder('first'), { recursive: true })
  await withEmptyDatabase(async (url) => {
    const elsewhere = { ...config, storageUrl: `file://${inFolder('store')}` }
    await restore(elsewhere, url, inFolder('next'))
    expect(String(await (await createStorage(elsewhere)).get(archive))).toBe('two')
  })
})

test('a folder that holds no finished backup of this shop is none to go on from', async () => {
  const since = (name: string) => backUp(config, app.url, inFolder(`of-${name}`), inFolder(name))
  await expect(since('nothing')).rejects.toThrow('There is no finished backup in')
  await backUp({ ...config, secret: 'another secret, as long as a secret is' }, app.url, inFolder('foreign'))
  await expect(since('foreign')).rejects.toThrow('SECRET is not the one of the shop')
})
