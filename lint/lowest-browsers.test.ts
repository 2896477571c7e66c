import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { RuleTester } from 'oxlint/plugins-dev'
import { describe, expect, it, test } from 'vitest'

import lowestBrowsers from './lowest-browsers.ts'

RuleTester.describe = describe
RuleTester.it = it

const errors = 1
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } })

tester.run(
  'code calls nothing that one of the lowest browsers lacks',
  lowestBrowsers.rules['no-missing-call'],
  {
    valid: [
      '[...days].sort()',
      'navigator.share?.({ text })',
      'if (!navigator.share) hide()',
      'requestIdleCallback?.(work)',
      'import { z } from "./zod.ts"; z.union([one, other])',
      'function opened(requestIdleCallback: (work: () => void) => void) { requestIdleCallback(work) }',
      'const names = new Map(); names.size',
      'const add = (event: TouchEvent) => event.touches.length',
      { code: 'layer.showPopover()', options: ['showPopover'] },
    ],
    invalid: [
      { code: 'days.toSorted()', errors },
      { code: 'list.toSpliced(0, 1)', errors },
      { code: 'text.isWellFormed()', errors },
      { code: 'one.union(other)', errors },
      { code: 'list.values().take(3)', errors },
      { code: 'URL.canParse(link)', errors },
      { code: 'Map.groupBy(list, keyOf)', errors },
      { code: 'Promise.withResolvers()', errors },
      { code: 'AbortSignal.any([one, other])', errors },
      { code: 'Response.json(problem)', errors },
      { code: 'navigator.share({ text })', errors },
      { code: 'requestIdleCallback(work)', errors },
      { code: 'new Intl.Segmenter()', errors },
      { code: 'layer.showPopover()', errors },
      { code: 'link.checkVisibility()', errors },
      { code: 'const search = new URLSearchParams(); search.size', errors },
      { code: 'const [params] = useSearchParams(); params.size', errors },
      { code: 'const read = (params: URLSearchParams) => params.size', errors },
      { code: 'address.searchParams.size', errors },
      { code: '/[\\p{L}--[a-z]]/v.test(word)', errors },
    ],
  },
)

test('the check refuses such a call in every file that reaches a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  const root = dirname(import.meta.dirname)
  const parts = ['.oxlintrc.json', 'browsers.ts', 'lint', 'node_modules', 'package.json']
  for (const part of parts) symlinkSync(join(root, part), join(folder, part))
  const refused = ['web/orders/cart.ts', 'web/orders/cart-page.tsx', 'contract/orders/orders.ts']
  const left = ['server/orders/orders.ts', 'web/orders/cart.test.ts']
  for (const file of [...refused, ...left]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), 'export const sorted = (list: number[]) => list.toSorted()\n')
  }
  const found = () => execFileSync('oxlint', ['--format', 'unix', '.'], { cwd: folder, encoding: 'utf8' })
  expect(found).toThrow(
    expect.objectContaining({
      stdout: expect.toSatisfy((printed: string) =>
        [...refused, ...left].every(
          (file) => new RegExp(`${file}.*toSorted is missing`).test(printed) === refused.includes(file),
        ),
      ) as string,
    }),
  )
  rmSync(folder, { recursive: true })
})
