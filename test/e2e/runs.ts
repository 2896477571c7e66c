import { expect, type Page } from '@playwright/test'

import { drawn } from '../pictures.ts'
import { aPage, aSeenRun, machine } from '../seen-run.ts'
import { staffHeaders } from './people.ts'

interface Seen {
  pages: Parameters<typeof aPage>[0][]
  end?: Partial<typeof aSeenRun>
}

/** Adds a machine that runs projects and starts nothing. Answers its token. What is uploaded before is not run. */
export async function aRunner(page: Page): Promise<string> {
  const headers = await staffHeaders(page)
  const added = await page.request.post('/api/admin/runners', { headers, data: { name: 'Double' } })
  return ((await added.json()) as { token: string }).token
}

/**
 * Runs the project that has a dump of this name, as such a machine: what it says of it is `seen`. Other runs that wait
 * before it end as if the machine had failed.
 */
export async function runIt(page: Page, token: string, dump: string, { pages, end }: Seen): Promise<void> {
  const { request } = page
  const headers = { authorization: `Bearer ${token}` }
  const ends = async (id: string, seen: Partial<typeof aSeenRun> = {}) => {
    const data = { ...aSeenRun, ...seen }
    expect((await request.put(`/api/runners/runs/${id}`, { headers, data })).status()).toBe(200)
  }
  for (;;) {
    const claimed = await request.post('/api/runners/claim', { headers, data: machine })
    const { run } = (await claimed.json()) as { run: { id: string; dumps: { path: string }[] } | null }
    expect(run, `the run of ${dump}`).not.toBeNull()
    if (run!.dumps[0]?.path !== dump) {
      await ends(run!.id, { machineError: 'Not asked for' })
      continue
    }
    const picture = {
      name: 'page.png',
      mimeType: 'image/png',
      buffer: await drawn(1280, 800).png().toBuffer(),
    }
    for (const seen of pages) {
      const multipart = { page: JSON.stringify(aPage(seen)), picture }
      const sent = await request.post(`/api/runners/runs/${run!.id}/pages`, { headers, multipart })
      expect(sent.status()).toBe(200)
    }
    return ends(run!.id, end)
  }
}
