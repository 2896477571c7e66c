import { readFileSync, writeFileSync, existsSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chromium } from 'playwright-core'
import { zipSync, unzipSync } from 'fflate'
const base = 'http://localhost:8792'
const log = '/tmp/s10/vf-demo.log'
const post = async (url, body, token) => (await fetch(base + url, { method: 'POST', headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }, body: JSON.stringify(body) })).json()
const get = async (url, token) => fetch(base + url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
async function signIn(email) {
  const { sessionToken } = await post('/api/users/auth/email/send-otp', { email })
  await new Promise((r) => setTimeout(r, 1500))
  const text = readFileSync(log, 'utf8')
  const code = [...text.matchAll(/\b(\d{6})\b/g)].at(-1)[1]
  return post('/api/users/auth/email/verify-otp', { email, otp: code, sessionToken })
}
const buyer = await signIn('nidhi@students.readymade.example')
const token = buyer.tokens.accessToken
const { orders } = await (await get('/api/orders/mine', token)).json().then((x) => x).catch((e) => ({ orders: [] }))
console.log('orders', orders?.map((o) => [o._id, o.projectTitle, o.kind, o.status]))
const order = orders.find((o) => o.kind === 'source' && o.status === 'completed')
const zip = Buffer.from(await (await get(`/api/github/owner/repo/${order.projectId}/download`, token)).arrayBuffer())
writeFileSync('/tmp/s10/vf-shots/own.zip', zip)
const inside = unzipSync(zip)
const licence = Object.keys(inside).find((p) => p.startsWith('READYMADE'))
console.log(Buffer.from(inside[licence]).toString().slice(0, 900))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const open = async (width, scheme, signedIn = true) => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()))
  await page.goto(base + '/verify')
  if (signedIn) await page.evaluate(([t, u]) => { localStorage.accessToken = t.accessToken; localStorage.refreshToken = t.refreshToken; localStorage.user = JSON.stringify(u) }, [buyer.tokens, buyer.user])
  return { context, page }
}
const choose = (page, name, buffer) => page.locator('input[type=file]').first().setInputFiles(typeof buffer === 'string' ? buffer : { name, mimeType: 'application/zip', buffer })
const changed = zipSync({ ...inside, 'extra.txt': Buffer.from('x'), [Object.keys(inside).find((p) => p !== licence)]: Buffer.from('changed') })
for (const [width, scheme] of [[1440, 'light'], [390, 'dark']]) {
  const { context, page } = await open(width, scheme)
  await page.goto(`${base}/verify/files?project=${order.projectId}`)
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/s10/vf-shots/idle-${width}-${scheme}.png`, fullPage: true })
  await choose(page, 'own.zip', zip)
  await page.getByText(/unchanged$/).waitFor({ timeout: 20000 })
  await page.screenshot({ path: `/tmp/s10/vf-shots/same-${width}-${scheme}.png`, fullPage: true })
  console.log(width, await page.locator('[data-log]').textContent())
  await choose(page, 'changed.zip', Buffer.from(changed))
  await page.getByText('Not as we verified it').waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: `/tmp/s10/vf-shots/changed-${width}-${scheme}.png`, fullPage: true })
  await context.setOffline(true)
  await choose(page, 'own.zip', zip)
  await page.getByText('we could not be asked').waitFor()
  await page.screenshot({ path: `/tmp/s10/vf-shots/offline-${width}-${scheme}.png`, fullPage: true })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Ask Again' }).click()
  await page.getByText(/unchanged$/).waitFor()
  for (const [at, name] of [['/verify', 'licence'], [`/orders/${order._id}`, 'order'], [`/projects/${order.projectId}`, 'project']]) {
    await page.goto(base + at); await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/s10/vf-shots/${name}-${width}-${scheme}.png`, fullPage: false })
  }
  await context.close()
}
// A large one
if (!existsSync('/tmp/s10/vf-shots/large.zip')) {
  const files = {}
  for (let n = 0; n < 99; n++) files[`large/${n % 10}/${n}.bin`] = [randomBytes(1_000_000), { level: 1 }]
  writeFileSync('/tmp/s10/vf-shots/large.zip', zipSync(files))
  const many = {}
  for (let n = 0; n < 19_999; n++) many[`many/${n % 100}/${n}.txt`] = [Buffer.from(`file ${n}`), { level: 0 }]
  writeFileSync('/tmp/s10/vf-shots/many.zip', zipSync(many))
}
for (const name of ['large', 'many']) {
  const { context, page } = await open(1440, 'light', false)
  await page.goto(`${base}/verify/files`)
  await page.waitForTimeout(1500)
  await page.evaluate(() => { window.longest = 0; let last = performance.now(); const tick = () => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; setTimeout(tick, 10) }; tick() })
  const rss = () => Number(execSync(`ps -eo rss,args | grep -- '--type=renderer' | grep -v grep | awk '{s=$1>s?$1:s} END {print s}'`).toString()) / 1024
  const before = rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, rss())), 200)
  const t = Date.now()
  await choose(page, name, `/tmp/s10/vf-shots/${name}.zip`)
  await page.getByText('Not as we verified it').waitFor({ timeout: 120000 })
  clearInterval(timer)
  console.log(name, 'seconds', (Date.now() - t) / 1000, 'MB', Math.round(before), '->', Math.round(most), 'longest pause ms', Math.round(await page.evaluate(() => window.longest)))
  await context.close()
}
await browser.close()
