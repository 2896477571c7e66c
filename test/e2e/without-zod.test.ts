import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { signUp, newcomer } from './people.ts'

test.use({ own: true })

test('home, list and detail come without zod, for members too', async ({ page }) => {
  const address = await projectWith(page, ({ price }) => price > 0)
  await signUp(page, newcomer('Tara Bose'))
  const scripts = new Set<string>()
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.add(answer.url())
  })
  for (const place of ['/', '/projects', address]) {
    await page.goto(place)
    await hydrated(page)
  }
  expect(scripts.size).toBeGreaterThan(0)
  for (const script of scripts)
    expect(await (await page.request.get(script)).text(), script).not.toContain('__zod_globalConfig')
})
