import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { basename } from 'node:path'

import { accountsInTables, accountsInTexts } from './accounts.ts'
import { databaseNames } from './database-names.ts'
import { startDatabase } from './database.ts'
import { countTables, importDumps, unpackDumps } from './dumps.ts'
import { listFiles, project, textsOf } from './files.ts'
import { kinds } from './kinds.ts'
import { linkOtherCase } from './letter-case.ts'
import type { FromProject, Given, Started } from './lines.ts'
import { standBack } from './priority.ts'
import { readLine, readPieces, say } from './say.ts'
import { unpack } from './unpack.ts'
import { addressOf, addressOfTop, findStart, folderIn, startWebServer } from './web-server.ts'

/** A page with one field for a password is a sign-in, unless its name says something else. */
const hasOnePassword = (text: string) => (text.match(/type\s*=\s*["']?password/gi) ?? []).length === 1
const isOther = /regist|sign-?_?up|change|reset|add|edit|header|footer|include|profile/i
/** That of an administrator first, because it is seldom linked. */
const rankOf = (path: string) =>
  ['admin', 'log', 'sign', 'index'].filter((word) => path.toLowerCase().includes(word)).length * -100 +
  path.length

/**
 * The program of the project's sandbox. It unpacks the project, starts database and web server, imports the dumps, says
 * once what it found, and is not heard any more: from then on the project runs beside it, with every right that it has.
 */
standBack()
const given = JSON.parse(readLine()) as Given

/** Takes the ZIP from the input and unpacks it. */
function receive() {
  const zip = '/tmp/upload.zip'
  // What a ZIP has besides the bytes of its files.
  let left = given.bytes + given.files * 10_000 + 1024 * 1024
  const file = openSync(zip, 'w')
  for (const piece of readPieces()) {
    left -= piece.length
    if (left < 0) throw new Error('The ZIP is larger than it should be.')
    for (let at = 0; at < piece.length;) at += writeSync(file, piece, at)
  }
  closeSync(file)
  // A licence or so may have been added.
  unpack(zip, project, { files: given.files + 10, bytes: given.bytes + 1024 * 1024 })
  rmSync(zip)
}

async function start(): Promise<Started> {
  const { hasDatabase, hasPhp, hasPages } = kinds[given.kind]
  if (hasDatabase) unpackDumps(listFiles())
  const files = listFiles()
  const code = textsOf(files, /\.(?:php|inc|env|ini)$|(?:^|\/)\.env[^/]*$/i)
  const source = code.map(({ text }) => text).join('\n')
  if (hasDatabase) await startDatabase()
  const dumps = hasDatabase ? importDumps(given, databaseNames(given.databases, source)) : []
  const accounts = [
    ...accountsInTexts(textsOf(files, /\.(?:md|txt)$/i)),
    ...(hasDatabase ? accountsInTables() : []),
  ]
  const seen = { dumps, tables: hasDatabase ? countTables() : 0, signIns: accounts.slice(0, 7) }
  if (!hasPages) return { ...seen, start: 'http://localhost/', forms: [], otherCase: [] }
  const { root, page, controller } = findStart(files, given, source)
  const otherCase = linkOtherCase(files, code)
  // The server of PHP with a front controller has the project at its top, as its README starts it.
  const folder = controller === null ? (given.folder ?? folderIn(source, root)) : null
  const top = addressOfTop(root, folder)
  await startWebServer(root, controller)
  return {
    ...seen,
    start: page ? addressOf(page, root, top) : top,
    forms: hasPhp ? formsIn(files, root).map((path) => addressOf(path, root, top)) : [],
    otherCase,
  }
}

/** Finds the pages with a sign-in. */
function formsIn(files: readonly string[], root: string): string[] {
  const prefix = root ? `${root}/` : ''
  return textsOf(
    files.filter((path) => path.startsWith(prefix)),
    /\.(?:php|html)$/i,
  )
    .filter(({ path, text }) => hasOnePassword(text) && !isOther.test(basename(path)))
    .map(({ path }) => path)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, 4)
}

say({ hasBegun: true } satisfies FromProject)
try {
  receive()
  say({ started: await start() } satisfies FromProject)
} catch (error) {
  say({ machineError: (error as Error).message } satisfies FromProject)
}
