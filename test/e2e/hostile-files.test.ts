import { drawn } from '../pictures.ts'
import { docx } from '../reports.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { isLong } from './long.ts'
import { signUp, staffHeaders, newcomer } from './people.ts'

test.use({ own: true })

const markup = `<script>alert('markup')</script><img src=x onerror="alert('image')">`
const hostile = {
  'index.html': `<!doctype html><body onload="alert('page')">${markup}`,
  'evil.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('svg')"><script>alert('script')</script></svg>`,
  'evil.xml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert('xml')</script></html>`,
  'evil.pdf': `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert('pdf'))>>>>endobj\n${markup}`,
  'evil.js': `alert('js')//${markup}`,
}

test('what an owner uploads runs in no browser, by whichever way it came and at whichever address it is opened', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const ran: string[] = []
  page.on('dialog', async (dialog) => {
    ran.push(`${page.url()}: ${dialog.message()}`)
    await dialog.dismiss()
  })
  const run = Date.now().toString(36)
  const person = newcomer('Irfan Shah')
  const { headers } = await signUp(page, person)
  const files = { 'README.md': `# Desk\n\n${markup}\n`, ...hostile }
  const id = await aListedProject(page, headers, { title: `Files ${run}`, files })
  const { request } = page

  await test.step('as picture, face and report it is refused', async () => {
    const ways = [
      [`/api/storage/projects/${id}/images`, 'POST', 'images'],
      ['/api/users/avatar', 'PATCH', 'avatar'],
      [`/api/projects/${id}/report`, 'POST', 'report'],
    ] as const
    for (const [address, method, field] of ways)
      for (const [name, text] of Object.entries(hostile)) {
        const form = new FormData()
        form.append(field, new Blob([text], { type: 'image/png' }), name)
        const answer = await request.fetch(address, { method, headers, multipart: form })
        expect(answer.status(), `${name} to ${address}`).toBe(415)
      }
  })

  const addresses: string[] = []
  await test.step('behind a sound picture, in a sound report, as samples and in the archive it is taken', async () => {
    const picture = await drawn(64, 40, '#336').jpeg().toBuffer()
    const images = new FormData()
    images.append('images', new Blob([new Uint8Array(picture), hostile['index.html']]), 'evil.html')
    const added = await request.post(`/api/storage/projects/${id}/images`, { headers, multipart: images })
    const [image] = ((await added.json()) as { images: { url: string }[] }).images
    for (const form of ['320.webp', '640.webp', '1280.webp', '1280.avif', '1280.html', '1280.svg'])
      addresses.push(image!.url.replace('1280.webp', form))
    const report = new FormData()
    report.append('report', new Blob([new Uint8Array(docx())]), 'evil.html.docx')
    expect((await request.post(`/api/projects/${id}/report`, { headers, multipart: report })).ok()).toBe(true)
    const approved = { headers: await staffHeaders(page), data: { verificationStatus: 'approved' } }
    expect((await request.put(`/api/projects/${id}`, approved)).ok()).toBe(true)
    for (const path of ['index.html', 'evil.svg', 'evil.xml'])
      expect((await request.post(`/api/projects/${id}/samples`, { headers, data: { path } })).ok()).toBe(true)
    const link = await request.get(`/api/projects/${id}/report/download`, { headers })
    addresses.push(new URL(((await link.json()) as { downloadUrl: string }).downloadUrl).pathname)
    addresses.push(((await link.json()) as { downloadUrl: string }).downloadUrl)
    for (const number of [1, 2, 3])
      addresses.push(`/projects/${id}/samples/${number}`, `/api/projects/${id}/samples/${number}`)
    for (const path of Object.keys(files))
      addresses.push(
        `/api/projects/${id}/releases/1/file?path=${path}`,
        `/projects/${id}/${path}`,
        `/files/${id}/${path}`,
      )
    addresses.push(`/api/projects/${id}/contents`, `/projects/${id}`, `/owner/projects/${id}`)
    addresses.push(`/api/github/owner/repo/${id}/download`)
  })

  const attached: string[] = []
  // Each way is opened once, and with LONG=1 each file by each way.
  const ways = addresses.filter(
    (address) => !/(640|320)\.webp|evil\.(svg|xml|js|pdf)|samples\/[23]/.test(address),
  )
  for (const address of isLong ? addresses : ways)
    await test.step(address, async () => {
      await page.setExtraHTTPHeaders(address.startsWith('/api/') ? headers : {})
      if (await isSaved(page, address)) attached.push(address)
    })
  expect(ran).toEqual([])
  expect(attached).toEqual([
    expect.stringContaining('/files/report'),
    `/api/github/owner/repo/${id}/download`,
  ])
})

/**
 * Opens an address and tells whether the browser downloads it. Expects that anything it displays instead is a page of
 * ours, JSON or a re-encoded picture.
 */
async function isSaved(page: Page, address: string): Promise<boolean> {
  const saving = page.waitForEvent('download', { timeout: 5000 }).catch(() => undefined)
  const answer = await page.goto(address).catch((error: Error) => {
    if (/Download is starting|ERR_ABORTED/.test(error.message)) return undefined
    throw error
  })
  if (!answer) return (await saving) !== undefined
  const { 'content-type': type, ...headers } = answer.headers()
  expect(type, address).toMatch(/^(text\/html; charset=utf-8|application\/json|image\/(webp|avif))/)
  expect(headers['x-content-type-options'], address).toBe('nosniff')
  if (type!.startsWith('image/'))
    expect(headers['content-security-policy'], address).toContain("default-src 'none'; sandbox")
  await page.waitForLoadState('load')
  return false
}
