import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { deleteAccount } from '../../../test/makers.ts'
import { wordsInObjects } from '../../../test/marked-fields.ts'
import { aMarkedMember } from '../../../test/marked-member.ts'
import { keysIn } from '../../../test/uploads.ts'
import { writeLog } from './writer.ts'

const app = await startApp()
const { db, dependencies } = app

test('of a member who deletes their account no word is in any statement or tile, neither before nor after', async () => {
  const member = await aMarkedMember(app)
  await writeLog(dependencies)
  const marks = [member.mark, member.phone, member.email]
  const { storage } = dependencies
  const logOnly = {
    ...storage,
    list: (_: string, after?: string) => storage.list('log/', after),
  }
  expect(await keysIn(storage, 'log/tile/entries/')).not.toEqual([])
  const inLog = async () => [
    ...(await wordsInObjects(logOnly, marks)),
    ...(await db.selectFrom('statements').selectAll().execute())
      .map((row) => JSON.stringify(row))
      .filter((text) => marks.some((mark) => text.includes(mark))),
  ]
  expect(await inLog()).toEqual([])
  const { deletion } = await member.api.personalData.deletion()
  await deleteAccount(app, member, deletion.owed)
  await writeLog(dependencies)
  expect(await inLog()).toEqual([])
})
