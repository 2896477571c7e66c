import { createServer, connect } from 'node:net'

import { openBrowser } from './browser.ts'
import { joinLines } from './connections.ts'
import type { FromBrowser, Plan, SignIn } from './lines.ts'
import { isBroken, problemsIn, readPage, signIn } from './page.ts'
import { standBack } from './priority.ts'
import { readLine, say } from './say.ts'

/**
 * The program of the browser's sandbox. It sees the project through the relay alone, opens its pages, signs in, and says
 * what it sees.
 */
standBack()
const plan = JSON.parse(readLine()) as Plan
const [, , browserPath] = process.argv as [string, string, string]
createServer((line) =>
  joinLines(
    line,
    connect('/link').on('error', () => line.destroy()),
  ),
).listen(8080, '127.0.0.1')
const browser = await openBrowser(browserPath)
say({ hasBegun: true } satisfies FromBrowser)
const end = Date.now() + plan.seconds * 1000
const isLate = () => Date.now() > end
/** The pages that were opened, those of them that have a sign-in, and what was seen, by user, address and title. */
let opened = 0
const forms: string[] = []
const seen = new Set<string>()

/** What changes data or signs out, and what is no page. */
const leftAlone =
  /log-?_?out|sign-?_?out|delete|remove|\bdel\b|drop|truncate|approve|decline|reject|accept|cancel|block|activate|toggle|\.(?:pdf|zip|rar|sql|csv|xlsx?|docx?|jpe?g|png|gif|mp[34]|apk)$/i
/** What a page says that lets nobody in. */
const refusal =
  /invalid|incorrect|wrong|not match|doesn'?t match|failed|denied|not found|try again|does not exist/i
const staff = /admin|staff/i
/** The most pages of a walk before and after the first sign-in, and after further ones. */
const pages = { before: 15, after: 15, further: 3 }

/** Says what the page that is open shows, and returns what was read. What leads to a page that was seen says no more. */
async function record(asked: string, after: string) {
  const page = await browser.call(readPage)
  const status = browser.status()
  const isFine = !isBroken(page.text, status)
  const place = `${after} ${page.url.replace(/\/index\.(?:php|html?)$/, '/')} ${page.title}`
  if (isFine && seen.has(place)) return page
  if (isFine) seen.add(place)
  say({
    page: {
      asked,
      url: page.url,
      status,
      title: page.title,
      after,
      problems: problemsIn(page.text),
      isBroken: !isFine,
      dialogs: browser.dialogs(),
    },
    picture: await browser.picture(),
  } satisfies FromBrowser)
  opened++
  if (page.signIns > 0 && !forms.includes(page.url)) forms.push(page.url)
  return page
}

/** Says that a page did not come. */
function recordFailure(asked: string, after: string, error: Error) {
  say({
    page: {
      asked,
      url: asked,
      status: 0,
      title: '',
      after,
      problems: [error.message],
      isBroken: true,
      dialogs: browser.dialogs(),
    },
    picture: undefined,
  } satisfies FromBrowser)
}

/** What answers an address: its path, in which a number is one of many things, such as /patients/24. */
const scriptOf = ({ pathname }: URL) => pathname.replaceAll(/\d+(?=\/|$)/g, '0')

/**
 * Opens pages and those that they link to, breadth first; of one script two addresses at most, because forty products
 * say no more than two. Nothing that deletes or signs out.
 */
async function walk(start: readonly string[], after: string, most: number, done = new Set<string>()) {
  const queue = [...start]
  for (let count = 0; queue.length > 0 && count < most && !isLate();) {
    const url = URL.parse(queue.shift()!)
    if (!url) continue
    url.hash = ''
    const same = [...done].filter((other) => scriptOf(new URL(other)) === scriptOf(url)).length
    if (url.host !== 'localhost' || done.has(url.href) || same > 1) continue
    if (leftAlone.test(url.pathname + url.search)) continue
    done.add(url.href)
    count++
    try {
      await browser.go(url.href)
      queue.push(...(await record(url.href, after)).links)
    } catch (error) {
      recordFailure(url.href, after, error as Error)
      await browser.openTab()
    }
  }
}

/** Tries the sign-ins of the task, each of them, and where none works those that were found, until one does. */
async function trySignIns() {
  for (const form of plan.forms) if (!forms.includes(form)) forms.push(form)
  let working = 0
  for (const one of plan.signIns) {
    if (isLate() || (one.from !== '' && working > 0)) break
    if (await tryForms(one, working === 0)) working++
  }
}

/** Tries a sign-in on the forms. Returns whether one let it in. */
async function tryForms(one: SignIn, isFirst: boolean): Promise<boolean> {
  const isForStaff = one.from !== '' || staff.test(`${one.role} ${one.user}`)
  const fits = (form: string) => Number(staff.test(form) === isForStaff)
  for (const form of forms.toSorted((one, other) => fits(other) - fits(one)).slice(0, 5)) {
    if (isLate()) return false
    await browser.forgetCookies()
    try {
      await browser.go(form)
      if (!(await browser.call(signIn, one.user, one.password))) continue
      await browser.settle(400)
      const page = await browser.call(readPage)
      const [problem] = isBroken(page.text, browser.status()) ? problemsOf(page.text) : []
      const worked = problem === undefined && hasLetIn(page, form)
      say({
        signIn: { form, user: one.user, from: one.from, worked, problem: problem ?? '' },
      } satisfies FromBrowser)
      if (!worked) continue
      const { url, links } = await record(form, one.user)
      await walk(links, one.user, isFirst ? pages.after : pages.further, new Set([url]))
      return true
    } catch {
      await browser.openTab()
    }
  }
  return false
}

/** What a broken page says, and its status. */
const problemsOf = (text: string) => [...problemsIn(text), `status ${browser.status()}`]

/** Tells whether a sign-in worked. A theme's own pages have a password field too: what sends nothing signs nobody in. */
function hasLetIn({ url, text, passwords, hasSignOut }: ReturnType<typeof readPage>, form: string): boolean {
  const isRefused = refusal.test(browser.dialogs().join(' '))
  const isElsewhere = url !== form && !refusal.test(text.slice(0, 3000))
  return browser.hasPosted() && passwords === 0 && !isRefused && (hasSignOut || isElsewhere)
}

await walk([plan.start], '', pages.before)
if (opened < 3) await walk(plan.forms.slice(0, 3), '', 3)
await trySignIns()
say({
  end: {
    standIns: [...browser.seen.standIns],
    outside: [...browser.seen.outside],
    otherCase: [...browser.seen.otherCase],
  },
} satisfies FromBrowser)
process.exit()
