import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'

import routes from '#web/routes.ts'

import { expectNoFindings } from './accessibility-findings.ts'
import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { cutTexts, doubleText, expectFits, setTextSize } from './layout-and-speech.ts'
import { isLong } from './long.ts'
import { withMoneyCases } from './money-cases.ts'
import { signIn, signInAsStaff } from './people.ts'
import { store } from './storage.ts'

test.use({ own: true })

const gone = '01890000-0000-7000-8000-000000000000'

/** Addresses that show a page of another address with other data: they are opened in the long run. */
const more = (...addresses: string[]) => (isLong ? addresses : [])

type Headers = Record<string, string>

interface Walk {
  /** The width at which most of these people look at their pages. */
  width: number
  /** The kinds of pages in the table of addresses that are theirs: each of them is opened. */
  own: RegExp
  /** Kinds of pages that only a journey can open, which then asks for their soundness. */
  byJourneys?: string[]
  addresses: (page: Page) => AsyncGenerator<string>
}

/** The walks through all pages, by role. */
const walks: Record<string, Walk> = {
  'a visitor': {
    width: 390,
    own: /^\/(?!(admin(?!\/(login|password))|owner|profile|orders|seats\/:id|checkout|sandbox|status|projects\/:id\/ask))/,
    byJourneys: ['/projects/:id/samples/:number'],
    async *addresses(page) {
      const listing = await projectWith(page, ({ images, hasReport }) => images.length > 1 && hasReport)
      yield* [
        '/',
        '/projects?search=hospital&maxPrice=2000',
        // With a correction and words left out, with none, and beyond the last page.
        '/projects?search=zzblorp+hospitl',
        '/projects?search=nothinglikethis',
        '/projects?page=40',
        ...more(
          '/projects',
          '/projects?page=2',
          '/projects?search=hosptal',
          '/projects?search=hospital+zzblorp',
          '/projects?search=inbox+wqxj',
          '/projects?category=Blockchain',
        ),
        listing,
        await projectWith(page, ({ images, hasReport }) => images.length === 0 && !hasReport),
        `/projects/${gone}`,
        `${listing}/report`,
        await ownerWithPage(page),
        '/categories?category=AI%2FML',
        await comparison(page),
        ...more('/compare'),
        '/sell',
        '/about',
        '/contact',
        '/support/documentation',
        ...more('/categories', ...['help', 'privacy', 'terms', 'cookies'].map((name) => `/support/${name}`)),
        '/cart',
        '/wishlist',
        '/verify',
        '/verify/AAAAA-AAAAA-AAAAA-AAAAA',
        '/seats/invitation',
        '/verify/files',
        '/signin',
        '/signin/link',
        '/signup?ref=ASHA2345',
        ...more('/signup'),
        '/admin/login',
        '/admin/login/link',
        '/admin/password',
        '/no/such/page',
      ]
    },
  },
  'a buyer': {
    width: 390,
    own: /^\/(profile|orders|seats\/:id|checkout|sandbox|status|projects\/:id\/ask)/,
    byJourneys: ['/seats/:id'],
    async *addresses(page) {
      const { headers } = await signIn(page, 'rohit@students.readymade.example')
      const { orders } = (await (await page.request.get('/api/orders', { headers })).json()) as {
        orders: { _id: string; projectId: string }[]
      }
      const order = orders[0]!._id
      const bought = new Set(orders.map((one) => one.projectId))
      const listing = await projectWith(
        page,
        ({ _id, images, price }) => images.length > 1 && price > 0 && !bought.has(_id),
      )
      const projectId = listing.split('/').at(-1)!
      const { payment } = (await post(page, '/api/orders/checkout', headers, {
        items: [{ projectId, kind: 'source' }],
        state: 'Kerala',
        idempotencyKey: crypto.randomUUID(),
      })) as { payment: { _id: string; gateway: { payUrl: string } } }
      const { statusPage } = (await post(page, '/api/contact', headers, {
        name: 'Rohit Sharma',
        email: 'rohit@students.readymade.example',
        subject: 'General Inquiry',
        message: 'Do you have a project about bus routes?',
      })) as { statusPage: string }
      const licence = await page.request.get(`/api/orders/${order}/licence`, { headers })
      const code = /Code: +(\S+)/.exec(await licence.text())![1]!
      await store(page, {
        cart: [
          { projectId, kind: 'source', title: 'Kept' },
          { projectId: gone, kind: 'source', title: 'Gone Project' },
        ],
      })
      yield* [
        '/profile',
        ...['projects', 'orders', 'referrals', 'settings'].map((tab) => `/profile?tab=${tab}`),
        '/profile?tab=settings&edit=name',
        `/orders/${order}`,
        `/orders/payments/${payment._id}`,
        `${payment.gateway.payUrl}?payment=${payment._id}`,
        `/checkout?project=${projectId}`,
        '/cart',
        '/wishlist',
        `${listing}/ask`,
        `${listing}/report`,
        `/verify/${code}`,
        statusPage,
      ]
    },
  },
  'an owner': {
    width: 390,
    own: /^\/owner/,
    async *addresses(page) {
      const asked = await helpRequest(page)
      const { headers } = await signIn(page, 'ananya@students.readymade.example')
      const { projects } = (await (await page.request.get('/api/projects/me', { headers })).json()) as {
        projects: { _id: string }[]
      }
      const own = projects[0]!._id
      yield* [
        '/profile?tab=projects',
        ...more('/profile'),
        '/profile?tab=projects&new=1',
        ...['refunds', 'earnings', 'payouts', 'coupons', `projects/${own}`, `projects/${own}/preview`].map(
          (name) => `/owner/${name}`,
        ),
        '/owner/help',
        `/owner/help/${asked}`,
      ]
    },
  },
  staff: {
    width: 1440,
    own: /^\/admin(?!\/(login|password))/,
    byJourneys: ['/admin/projects/:id/similarity/:that', '/admin/complaints/:id'],
    async *addresses(page) {
      const asked = await helpRequest(page)
      await signInAsStaff(page)
      await open(page, '/admin/dashboard')
      const lists = await linksIn(page, '#admin-sidebar nav a')
      expect(lists.length).toBeGreaterThan(10)
      for (const list of lists) {
        yield list
        const tabs = await linksIn(page, 'main nav[aria-label^="Pages of"] a')
        for (const place of tabs.length > 0 ? tabs : [list]) {
          if (place !== list) yield place
          const [first] = await linksIn(page, `main a[href^="${place}/"]:not([href*="#"])`)
          if (first) yield first
        }
      }
      const id = (await projectWith(page, ({ price }) => price > 0)).split('/').at(-1)!
      yield* [
        '/admin',
        '/admin/projects/new',
        `/admin/projects/edit/${id}`,
        ...['changes', 'files', 'readme', 'listing', 'pictures', 'history'].map(
          (tab) => `/admin/projects/${id}?tab=${tab}`,
        ),
        `/admin/projects/${id}/recall`,
        `/admin/help/${asked}`,
        '/admin/account',
        '/admin/settings?section=identity',
        '/admin/settings?section=featured',
        '/admin/settings?section=runs',
        ...(await withMoneyCases(page)),
        '/admin/no-such-page',
      ]
    },
  },
}

test.describe.configure({ mode: 'parallel' })

for (const [who, { width, own, byJourneys = [], addresses }] of Object.entries(walks))
  test(`every page of ${who} opens without an error, has no accessibility findings, and fits at every width and with text of twice its size`, async ({
    page,
  }) => {
    // A busy machine takes several times as long.
    test.setTimeout(1_200_000)
    const faults = await faultsOf(page)
    const opened: string[] = []
    for await (const address of addresses(page)) {
      opened.push(address.split(/[?#]/)[0]!)
      await test.step(address, async () => {
        await page.setViewportSize({ width, height: 800 })
        await open(page, address)
        await expectNoFindings(page)
        if (isLong)
          for (const other of [320, width === 390 ? 1440 : 390]) {
            await page.setViewportSize({ width: other, height: 800 })
            await expectNoFindings(page)
          }
        for (const size of [1440, 768, 320, 390]) {
          await page.setViewportSize({ width: size, height: 800 })
          await expectFits(page, `${address} at ${size} px`)
        }
        await expectReadable(page, address)
      })
    }
    expect(faults).toEqual([])
    const missed = kindsOfPages(routes).filter(
      (kind) => own.test(kind) && !opened.some((address) => matchPath(kind, address)),
    )
    expect(missed.filter((kind) => !byJourneys.includes(kind))).toEqual([])
  })

/** The addresses of all pages in the table of addresses, as patterns. */
const kindsOfPages = (entries: RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ file, path, children = [] }) => {
    const at = path === undefined ? above : `${above}/${path}`
    return [...(file.endsWith('-page.tsx') ? [at || '/'] : []), ...kindsOfPages(children, at)]
  })

/** Opens a page and waits until it is complete. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await hydrated(page)
  await expect(page.locator('h1').first(), address).toBeVisible()
  await expect(page.locator('main .skeleton'), address).toHaveCount(0)
  // On a busy machine the server may exceed the timeout; a broken page fails again.
  const retry = page.getByRole('main').getByRole('button', { name: 'Try Again' })
  if (await retry.isVisible()) await retry.click()
  await expect(retry, address).toHaveCount(0)
}

/** Expects that text of twice its size, with what is laid out by it or alone, fits and is not cut in others. */
async function expectReadable(page: Page, address: string) {
  const expectWhole = async (what: string) => {
    const at = `${address}, ${what}, ${page.viewportSize()!.width} px`
    await expectFits(page, at)
    await openFolds(page)
    expect.soft(await cutTexts(page), at).toEqual([])
  }
  await setTextSize(page, 200)
  await expectWhole('text size 200 %')
  await setTextSize(page, 100)
  await doubleText(page)
  await expectWhole('text of twice its size')
  if (!isLong) return
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectWhole('text of twice its size')
}

/** Opens what shows its first lines alone, which cut a text on purpose. */
const openFolds = (page: Page) =>
  page.locator('details.shortened').evaluateAll((all) => {
    for (const one of all as HTMLDetailsElement[]) one.open = true
  })

/** Collects errors, warnings and breaches of the Content-Security-Policy in this tab. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`violation of ${effectiveDirective} by ${blockedURI} in ${sourceFile}`),
    ),
  )
  page.on('pageerror', ({ message }) => faults.push(`${page.url()}: ${message}`))
  page.on('console', (said) => {
    // Some of the addresses are of pages that are not there; a busy server may shed a picture.
    if (['error', 'warning'].includes(said.type()) && !/status of (404|503)/.test(said.text()))
      faults.push(`${page.url()}: ${said.text()}`)
  })
  return faults
}

const linksIn = (page: Page, place: string) =>
  page.locator(place).evaluateAll((links) => links.map((link) => link.getAttribute('href')!))

const post = async (page: Page, call: string, headers: Headers, data: object): Promise<unknown> =>
  (await page.request.post(call, { headers, data })).json()

/** Asks Ananya for help with what Nidhi has bought of her; returns the order. */
async function helpRequest(page: Page): Promise<string> {
  const { headers } = await signIn(page, 'nidhi@students.readymade.example')
  const { orders } = (await (await page.request.get('/api/orders', { headers })).json()) as {
    orders: { _id: string; projectTitle: string }[]
  }
  const { _id } = orders.find(({ projectTitle }) => projectTitle === 'Hospital Management System')!
  await post(page, `/api/orders/${_id}/help`, headers, {
    kind: 'does_not_run',
    text: 'The page says: Unknown database.',
  })
  return _id
}

/** The address of a comparison of as many projects as fit, one without a picture among them. */
async function comparison(page: Page): Promise<string> {
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: { _id: string; images: unknown[] }[]
  }
  const [first, ...others] = projects.toSorted((one, other) => one.images.length - other.images.length)
  return `/compare?ids=${[first!, ...others.slice(-2)].map(({ _id }) => _id).join()}`
}

/** Finds the page of an owner who has one. */
async function ownerWithPage(page: Page): Promise<string> {
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: { _id: string }[]
  }
  for (const { _id } of projects) {
    const { project } = (await (await page.request.get(`/api/projects/${_id}`)).json()) as {
      project: { projectOwner: { _id: string; isPublic: boolean } }
    }
    if (project.projectOwner.isPublic) return `/members/${project.projectOwner._id}`
  }
  throw new Error('Nobody in the demo has a public profile')
}
