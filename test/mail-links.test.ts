import { globSync, readFileSync } from 'node:fs'

import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'

import routes from '../web/routes.ts'

/** The addresses of the site in the server's source, such as `${publicUrl}/orders/${id}`, with `x` in the gaps. */
const written = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/publicUrl\}(\/(?:[^`$\s]|\$\{[^}]*\})*)/g)].map(([, path]) => ({
    file,
    path: path!.replaceAll(/\$\{[^}]*\}/g, 'x').replace(/[?#].*$/, ''),
  })),
)

/** Tells pages from the files and calls that the server answers itself. */
const isPage = ({ path }: { path: string }) => !/^\/(api|media|share|sitemap|llms)\b|\.\w+$/.test(path)

test('whatever address of a page the server writes, in mails above all, is an address of the site', () => {
  const pages = written.filter(isPage)
  expect(pages.length).toBeGreaterThan(20)
  const lost = pages.filter(({ path }) => {
    const last = matchRoutes(routes as RouteObject[], path)?.at(-1)?.route as { file?: string } | undefined
    return !last || last.file === 'redirects/to-home.ts'
  })
  expect(lost).toEqual([])
})
