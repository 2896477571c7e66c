import { expect, test } from 'vitest'

import { startApp } from './app.ts'
import { reportsIn, docx } from './reports.ts'
import { aListing, download } from './uploads.ts'

const app = await startApp()
const { owner, newProject, add, linkFor, get } = await reportsIn(app)

const starts = [
  'thesis',
  'a\r\nX-Evil: 1',
  'a"; filename="evil.html',
  "a'; filename*=utf-8''evil.html",
  '../../etc/passwd',
]
const ends = [
  '',
  '\r\n\r\n<script>alert(1)</script>',
  '\n\tX-Evil: 1',
  '\0.html',
  '\u0085X-Evil: 1',
  '\u2028X-Evil: 1',
  '\u202exe.cod',
  'नमस्ते é 🚀',
  '%0d%0aX-Evil: 1',
  ';a=b,c\\',
  'x'.repeat(300),
  '\ud800',
]
/** Names that could end a header, begin another, or display as a different name. */
const names = starts.flatMap((start) => ends.map((end) => `${start}${end}.docx`))

test(`under whichever of ${names.length} names a report comes, its download has the same headers and a plain name`, async () => {
  const id = await newProject()
  await add(id, docx(), 10)
  const kinds = new Set<string>()
  for (const name of names) {
    const payload = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="report"; filename*=utf-8'),
      Buffer.from(`''${encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27')}\r\n\r\n`),
      docx(),
      Buffer.from('\r\n--x--\r\n'),
    ])
    const sent = await app.app.inject({
      method: 'PATCH',
      url: `/api/projects/${id}/report`,
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload,
    })
    // A file whose name contains a line break counts as missing; the file stored before stays.
    expect(sent.statusCode, name).toBe(/[\r\n]/.test(name) ? 400 : 200)
    const { headers } = await get((await linkFor(owner, id)).downloadUrl)
    kinds.add(Object.keys(headers).toSorted().join())
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition'], name).toMatch(/^[\x20-\x7e]{1,1000}$/)
    expect(headers['content-disposition'], name).toMatch(
      /^attachment; filename=(?:[\w.-]+|"(?:[^"\\]|\\["\\])+")(?:; filename\*=UTF-8''[\w.%-]+)?$/,
    )
  }
  expect(kinds.size).toBe(1)
})

test(`a download’s ref is none of ${names.length} names, and none of them comes into a header`, async () => {
  const { owner: seller, id } = await aListing(app)
  const kinds = new Set<string>()
  for (const ref of names) {
    const answer = await download(app, seller.token, id, { ref: encodeURIComponent(ref.toWellFormed()) })
    expect(answer.body, ref).toContain('ref is main or a release number')
    kinds.add(Object.keys(answer.headers).toSorted().join())
  }
  expect([...kinds]).toEqual([expect.not.stringMatching(/evil|disposition/i)])
})
