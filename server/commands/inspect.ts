import { fstatSync, ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'

import { limits } from '#contract/kit/limits.ts'
import {
  exclusionOf,
  folderProblem,
  nameProblem,
  pathClashes,
  pathProblem,
} from '#contract/projects/files.ts'
import type { RuleName } from '#contract/projects/findings.ts'
import { languageShares } from '#contract/projects/pictures.ts'
import { readmeIn } from '#contract/projects/readme.ts'

import { inspect as inspectImage, RefusedImage } from '../platform/images/reencode.ts'
import type { Checked } from '../projects/findings/check/check.ts'
import { checkLimits } from '../projects/findings/check/limits.ts'
import { checkInProcess } from '../projects/findings/check/process.ts'
import { rules } from '../projects/findings/check/rules.ts'
import { needsOf } from '../projects/findings/needs.ts'
import { toFacts } from '../projects/findings/presenter.ts'
import { withDefaults } from '../projects/findings/service.ts'
import { isTextual, textMark } from '../projects/releases/blobs.ts'
import { pathOfPicture, pictureAt } from '../projects/releases/readme-pictures.ts'
import { renderedReadme } from '../projects/releases/readme.ts'
import { type StoredFile, textsWithin } from '../projects/releases/texts.ts'

/**
 * Checks a folder on this computer as an upload of it would be checked, and prints the result as JSON. It needs no
 * database, runs nothing of the folder and changes nothing. Exit code 2 when the folder cannot be read or checked.
 */
async function inspect(folder: string) {
  const { files, leftOut, refused } = await uploadOf(folder)
  const checked = await checkInProcess(textsWithin(files, checkLimits))
  if (!checked) throw new Error('It took more than a minute, or too much memory.')
  const readme = readmeIn(files)
  return {
    files: files.length,
    bytes: bytesOf(files),
    leftOut,
    refused,
    findings: checked.findings.map(({ rule, file, line, message, advice }) => {
      return { rule, severity: severityOf(rule), file, line, message, advice }
    }),
    unread: checked.unread,
    technologies: checked.technologies,
    languages: languageShares(checked.languages).map(({ name, percent }) => ({ name, share: percent / 100 })),
    entry: checked.entry,
    needs: needsOf(checked),
    setUp: checked.setUp,
    foreign: checked.foreign,
    readme: readme ? { file: readme.path, html: await htmlOf(readme, files) } : null,
    buyersRead: buyersRead(checked, files),
  }
}

/** The README as the page shows it. The addresses of its pictures stand for those that the shop will give them. */
async function htmlOf(readme: StoredFile, files: readonly StoredFile[]): Promise<string> {
  return renderedReadme(await readme.read(), async (names) => {
    const pictures = new Map<string, ReturnType<typeof pictureAt>>()
    for (const [index, name] of names.entries()) {
      const path = pathOfPicture(name, readme.path)
      const file = files.find((one) => one.path.toLowerCase() === path?.toLowerCase())
      const size = file && file.size <= limits.imageBytes && (await sizeOf(file))
      if (size) pictures.set(name, pictureAt({ id: `picture-${index + 1}`, ...size }))
    }
    return pictures
  })
}

/** The size of a picture in pixels; undefined for one that the shop would not show. */
const sizeOf = async (file: StoredFile) =>
  inspectImage(await file.read(), file.path).catch((error: unknown) => {
    if (error instanceof RefusedImage) return undefined
    throw error
  })

/** The files of a folder that its upload would contain, and what it would leave out or refuse. */
async function uploadOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .toSorted()
  const leftOut = new Map<string, number>()
  const [named, refused]: [string[], string[]] = [[], []]
  for (const path of paths) {
    const reason = exclusionOf(path)?.reason
    const problem = pathProblem(path) ?? nameProblem(path)
    if (reason) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
    else if (problem) refused.push(problem)
    else named.push(path)
  }
  const clashes = pathClashes(named)
  const clashing = new Set(clashes.map(({ index }) => index))
  const files: StoredFile[] = []
  for (const path of named.filter((_, index) => !clashing.has(index))) files.push(await fileAt(folder, path))
  return {
    files,
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, files: count })),
    refused: [...refused, ...clashes.map(({ problem }) => problem), ...limitProblems(files)],
  }
}

async function fileAt(folder: string, path: string): Promise<StoredFile> {
  const place = join(folder, path)
  const { size } = await stat(place)
  const file = await open(place)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(textMark), 0, textMark, 0)
    const isText = isTextual(buffer.subarray(0, bytesRead))
    return { path, size, isText, read: () => readFile(place) }
  } finally {
    await file.close()
  }
}

/** The reasons why these files would not be taken together. */
function limitProblems(files: StoredFile[]): string[] {
  const folders = folderProblem(files.map(({ path }) => path))
  return [
    ...files.filter(({ size }) => size > limits.fileBytes).map(({ path }) => `${path} exceeds 10MB limit`),
    ...(bytesOf(files) > limits.folderBytes ? ['Total project size exceeds 100MB limit'] : []),
    ...(files.length > limits.folderFiles
      ? [`Too many files (${files.length}). Max ${limits.folderFiles}.`]
      : []),
    ...(folders ? [folders] : []),
    ...(files.length === 0 ? ['No valid files to upload.'] : []),
  ]
}

const bytesOf = (files: StoredFile[]) => files.reduce((sum, { size }) => sum + size, 0)

/** stops: a project is not approved with it. warns: it may not run, or shows data of people. note: worth knowing. */
function severityOf(name: RuleName): 'stops' | 'warns' | 'note' {
  const { kind, isRequired } = rules.find((rule) => rule.name === name)!
  return isRequired ? 'stops' : kind === 'note' ? 'note' : 'warns'
}

/** The sentences for possible buyers, as they are when staff approve the folder as it is. */
function buyersRead(checked: Checked, files: StoredFile[]) {
  const facts = toFacts({
    release: { number: 1, createdAt: new Date(), fileCount: files.length, totalSize: bytesOf(files) },
    check: { state: 'checked', checkedAt: new Date(), checked },
    waivers: [],
    switches: withDefaults([]),
    declared: [],
    signIns: [],
    approvedAt: null,
  })!
  return { good: facts.good, known: facts.known }
}

/**
 * Writes the answer. In a file it takes the place of the lines that npm itself has written there before it, so that
 * `npm run inspect -- FOLDER > FILE` makes JSON too.
 */
function write(answer: string) {
  const { name, version, scripts } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { name: string; version: string; scripts: { inspect: string } }
  const lines = `\n> ${name}@${version} inspect\n> ${scripts.inspect} ${process.argv.slice(2).join(' ')}\n\n`
  const out = fstatSync(process.stdout.fd)
  if (!out.isFile() || out.size !== Buffer.byteLength(lines))
    return process.stdout.write(answer, () => process.exit())
  ftruncateSync(process.stdout.fd)
  const bytes = Buffer.from(answer)
  for (let at = 0; at < bytes.length;) at += writeSync(process.stdout.fd, bytes, at, bytes.length - at, at)
  return process.exit()
}

try {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('Name it: npm run inspect -- FOLDER')
  const result = await inspect(resolve(folder))
  write(`${JSON.stringify(result, null, 2)}\n`)
} catch (error) {
  console.error(`The folder could not be checked. ${(error as Error).message}`)
  process.exit(2)
}
