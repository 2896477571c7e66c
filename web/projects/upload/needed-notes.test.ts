import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { checkFiles, type LeftOut, type PickedFile } from './checked-files.ts'
import { withNeeded } from './needed-notes.ts'
import { unzip } from './unzip.ts'

const pointer = (size: number) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${'a1'.repeat(32)}\nsize ${size}\n`
const gitmodules = (...paths: string[]) =>
  paths
    .map((path) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = https://github.com/a/b.git\n`)
    .join('')

const fileOf = ([path, text]: [string, string]): PickedFile => {
  const file = new Blob([text])
  return { path, size: file.size, file }
}

/** What is said of picked files beside their entry file and their README, which are there. */
async function notesOn(
  texts: Record<string, string>,
  picked: { leftOut?: LeftOut[]; emptyFolders?: string[] } = {},
) {
  const files = Object.entries({ 'index.html': '<p>', 'README.md': '# Notes', ...texts }).map(fileOf)
  const checked = await checkFiles({ leftOut: [], ...picked, files }, 'folder')
  return (await withNeeded(checked)).warnings
}

test('a pointer of Git LFS is named when it is picked, and what is too large to fetch for an upload is said', async () => {
  const files = { 'data/soil.csv': pointer(7_340_032), 'model/crop.pkl': pointer(48_123_456) }
  expect(await notesOn(files)).toEqual([
    "'data/soil.csv' is only a pointer of Git LFS (132 B), not the file of 7.3 MB. Run “git lfs pull” in a clone of the repository and choose that folder, or put the whole content there.",
    "'model/crop.pkl' is only a pointer of Git LFS (133 B), not the file of 48.1 MB. Over 10 MB cannot be uploaded: put something smaller there, or say in the README where buyers get it.",
  ])
  expect(await notesOn({ 'docs/lfs.md': `A pointer:\n\n${pointer(5)}`, 'a.csv': 'x'.repeat(133) })).toEqual(
    [],
  )
})

test('forty pointers are one sentence with the first three', async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`img/${n + 10}.png`, pointer(5000)]))
  expect(await notesOn(many)).toEqual([
    expect.stringMatching(
      /^40 files are only pointers of Git LFS, not the files themselves: 'img\/10\.png', 'img\/11\.png', 'img\/12\.png' and 37 more\. Run “git lfs pull”/,
    ),
  ])
})

test('a submodule whose folder came empty is named, and nobody is told to put a .gitkeep into it', async () => {
  const files = { '.gitmodules': gitmodules('lib/motor', 'lib/there', 'lib/left'), 'lib/there/a.c': ' ' }
  const picked = {
    leftOut: [{ path: 'lib/left/build', reason: 'build output' }],
    emptyFolders: ['logs', 'lib/motor'],
  }
  expect(await notesOn(files, picked)).toEqual([
    "'lib/motor' is a submodule of Git, and its folder is empty. Run “git submodule update --init” in a clone of the repository and choose that folder.",
    "1 empty folder is not uploaded: 'logs'. If the project needs it, put a file such as .gitkeep into it.",
  ])
  expect(await notesOn({ '.gitmodules': gitmodules('vendor/x') })).toEqual([])
  expect(await notesOn({ '.gitmodules': gitmodules('a', 'b', 'c', 'd') })).toEqual([
    expect.stringContaining("4 submodules of Git have empty folders: 'a', 'b', 'c' and 1 more."),
  ])
})

test('of a repository that was downloaded as ZIP the same is said', async () => {
  const zip = zipSync({
    'robot-main/README.md': strToU8('# Robot\n\nnpm ci'),
    'robot-main/index.html': strToU8('<p>'),
    'robot-main/.gitmodules': strToU8(gitmodules('lib/motor')),
    'robot-main/lib/motor/': new Uint8Array(),
    'robot-main/map.bin': strToU8(pointer(9_000_000)),
  })
  const { warnings } = await withNeeded(await unzip(new Blob([new Uint8Array(zip)])))
  expect(warnings).toEqual([
    expect.stringMatching(/^'map\.bin' is only a pointer of Git LFS/),
    expect.stringMatching(/^'lib\/motor' is a submodule of Git/),
    expect.stringMatching(/^'README\.md' says “npm ci”/),
  ])
})

test('a command that needs a lock file is named once with the files that say it, and what to write', async () => {
  const leftOut = [{ path: 'package-lock.json', reason: 'lock files', files: 1 }]
  const files = {
    'README.md': 'First `npm ci`, then `npm start`. Later `npm ci` again.',
    Dockerfile: 'COPY package.json package-lock.json ./\nRUN npm ci\n',
    'web/README.md': 'yarn install --frozen-lockfile',
    'setup.sh': 'uv sync --locked',
  }
  expect(await notesOn(files, { leftOut })).toEqual([
    "'README.md', 'Dockerfile' say “npm ci”, which needs package-lock.json, and lock files are never uploaded. Write “npm install”.",
    "'Dockerfile' says “COPY package-lock.json”, which needs package-lock.json, and lock files are never uploaded. Take that file out of the line.",
    "'setup.sh' says “uv sync --locked”, which needs uv.lock, and it is not among the files. Write “uv sync”.",
    "'web/README.md' says “yarn install --frozen-lockfile”, which needs yarn.lock, and lock files are never uploaded. Write “yarn install”.",
  ])
  expect(await notesOn({ 'setup.sh': 'uv sync --locked', 'uv.lock': 'version = 1' })).toEqual([])
  expect(await notesOn({ 'README.md': 'cargo install --locked trunk\nnpm ci || npm install' })).toEqual([])
})

test('a file that cannot be read is skipped, and the files of a folder that is refused are not read', async () => {
  const gone: PickedFile = { ...fileOf(['setup.sh', 'npm ci']), file: new Blob() }
  gone.file.slice = () => ({ text: () => Promise.reject(new Error('gone')) }) as unknown as Blob
  const files = [gone, fileOf(['README.md', 'npm ci']), fileOf(['index.html', ''])]
  const { warnings } = await withNeeded(await checkFiles({ files, leftOut: [] }, 'folder'))
  expect(warnings).toEqual([expect.stringMatching(/^'README\.md' says “npm ci”/)])
  const refused = [...files, { ...fileOf(['a.bin', '']), size: 20_000_000 }]
  const checked = await checkFiles({ files: refused, leftOut: [] }, 'folder')
  expect(await withNeeded(checked)).toBe(checked)
})

test('a thousand texts take few reads, a long one is read to its bound, and long lines are no trap', async () => {
  let reads = 0
  const counted = (path: string, text: string): PickedFile => {
    const picked = fileOf([path, text])
    const slice = picked.file.slice.bind(picked.file)
    picked.file.slice = (...range) => {
      reads++
      return slice(...range)
    }
    return picked
  }
  const files = [
    ...Array.from({ length: 1000 }, (_, n) => counted(`${n}/README.md`, 'npm start')),
    counted('README.md', `${' '.repeat(64 * 1024)}npm ci`),
    counted('.gitmodules', `path =${' '.repeat(60_000)}#\n`),
    counted('run.sh', `yarn${' --a'.repeat(15_000)}`),
  ]
  const { warnings } = await withNeeded(await checkFiles({ files, leftOut: [] }, 'folder'))
  expect(warnings.join()).not.toContain('npm ci')
  expect(reads).toBe(200)
})
