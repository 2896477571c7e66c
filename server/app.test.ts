import { expect, test } from 'vitest'

import { startApp } from '../test/app.ts'

const { app } = await startApp()

test('who sends headers slowly is soon cut off, who uploads on a slow line has 5 minutes', () => {
  expect(app.server.headersTimeout).toBe(15_000)
  expect(app.server.requestTimeout).toBe(300_000)
})
