import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { robots } from '#server/content/crawlers/routes.ts'

import routes from '../web/routes.ts'

/**
 * Pages that differ between readers but show nobody's own data: crawlers may request them and get 'noindex' or a
 * redirect.
 */
const open = /^\/(signin|signup|login|auth|register|verify|projects|ui-gallery|\*)/

test('crawlers are asked out of every page that shows somebody their own', () => {
  const closed = [...robots('').matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path!)
  const own = pagesIn(routes)
  expect(own.length).toBeGreaterThan(40)
  const asked = own.map(({ path }) => path).filter((path) => !open.test(path))
  expect(asked.filter((path) => !closed.some((start) => path.startsWith(start)))).toEqual([])
})

/** Lists the pages outside the public layout. */
function pagesIn(entries: readonly RouteConfigEntry[], above = ''): { path: string }[] {
  return entries.flatMap(({ file, path, children }) => {
    const whole = path === undefined ? above : `${above}/${path}`
    if (file === 'shell/public-layout.tsx') return []
    return children ? pagesIn(children, whole) : [{ path: whole }]
  })
}
