import { Readable } from 'node:stream'

import type { RunnerMachine, RunTask, SeenPage, SeenRun } from '#contract/projects/runners.ts'

import { runProject } from '../run.ts'
import { type ZipFile, zipOf } from './zip.ts'

/** What was seen of a run, with its pages and how many of them have a picture. */
export interface Seen {
  run: SeenRun
  pages: SeenPage[]
  pictures: number
}

/** Runs files as a shop would hand them over. */
export async function runFiles(
  machine: RunnerMachine,
  files: readonly ZipFile[],
  { look = 30, ...task }: Partial<RunTask> & { look?: number } = {},
): Promise<Seen> {
  const pages: SeenPage[] = []
  let pictures = 0
  const whole: RunTask = {
    id: 'trial',
    kind: 'php',
    files: files.length,
    bytes: files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    root: '',
    router: null,
    folder: null,
    startAt: null,
    dumps: [],
    databases: [],
    signIns: [],
    ...task,
  }
  const run = await runProject(whole, {
    versions: machine,
    files: async () => Readable.from([zipOf(files)]),
    onPage: async (page, picture) => {
      pages.push(page)
      if (picture) pictures++
    },
    signal: new AbortController().signal,
    look,
  })
  return { run, pages, pictures }
}

/** Files of a project by their paths. */
export const filesOf = (texts: Record<string, string | Buffer>): ZipFile[] =>
  Object.entries(texts).map(([name, content]) => ({ name, content, isDeflated: true }))
