import { readFileSync } from 'node:fs'

import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from './routes.ts'

const handle = /^export const handle = \{ isPublic: true\b/m

/** The pages that are the same for everybody, as 'catalogue/home-page', for the build: it reads their `handle` without running them. */
export const publicPages: string[] = pagesOf(routes)
  .filter((file) => handle.test(readFileSync(new URL(file, import.meta.url), 'utf8')))
  .map((file) => file.replace(/\.tsx$/, ''))

function pagesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children }) => {
    if (children) return pagesOf(children)
    return file.endsWith('.tsx') ? [file] : []
  })
}
