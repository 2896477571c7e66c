import type { RouteConfigEntry } from '@react-router/dev/routes'
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import type { Window } from 'happy-dom'
import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import {
  type ClientActionFunction,
  type ClientLoaderFunction,
  createBrowserRouter,
  createStaticHandler,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  RouterContextProvider,
  type RouteObject,
  ScrollRestoration,
  useActionData,
  useLoaderData,
  useMatches,
  useParams,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, vi } from 'vitest'

import type { User } from '#contract/accounts/accounts.ts'
import { createApi } from '#contract/client.ts'
import type { contract } from '#contract/index.ts'
import type { Admin } from '#contract/staff/accounts.ts'
import Root, { ErrorBoundary } from '#web/root.tsx'
import table from '#web/routes.ts'
import { reportBrowserError } from '#web/shell/browser-errors.ts'
import { HeadTags } from '#web/shell/page-handle.tsx'
import { problemResponse, provideApi } from '#web/shell/session/api.ts'
import { clearSession, signIn } from '#web/shell/session/session.ts'
import { clearStaffSession, signInStaff } from '#web/shell/session/staff-session.ts'
import { Notices } from '#web/ui/notices.tsx'

import { startApp, type TestApp } from './app.ts'
import { callAt } from './calls.ts'
import { anAddress } from './makers.ts'
import { labelled } from './testing-library.ts'

const hands = userEvent.setup({ delay: null })

/**
 * The person who uses the page: presses, types, and reads the clipboard. A person is slower than the page: it has moved
 * the focus before they go on, and a button that waits for an answer, which ignores presses, is pressed when it has
 * come.
 */
export const user = new Proxy(hands, {
  get: (_, name: keyof typeof hands) => {
    const act = hands[name] as (...args: unknown[]) => Promise<unknown>
    return async (...args: unknown[]) => {
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      const [on] = args
      await waitFor(() => {
        if (on instanceof Element && on.closest('button[aria-disabled="true"]'))
          throw new Error('The button waits for an answer')
      })
      return act(...args)
    }
  },
})

/**
 * Starts the whole app for one test file, and opens its pages without a browser: the real route modules in a document,
 * whose calls reach the app. There is no layout, and no style.
 */
export async function startJourneys(settings: Record<string, string> = {}) {
  app = await startApp(settings)
  const { happyDOM } = window as unknown as Window
  happyDOM.settings.fetch.interceptor = {
    // happy-dom's own classes, which are those of the document.
    beforeAsyncRequest: async ({ request }) => send(request as never) as never,
  }
  // happy-dom says that it has locks, but has none; a single tab needs none.
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({
    request: (_: string, work: () => unknown) => work(),
  } as never)
  vi.spyOn(location, 'reload').mockImplementation(() => void reload())
  afterEach(closePage)
  return app
}

let app: TestApp

/**
 * Opens an address as after a reload: what the browser has stored is there, what the page held in its state is gone.
 * `as` signs a member or a staff member in before. Returns when the page has loaded its data, or at once where a call is
 * made to fail.
 */
export async function visit(address: string, { as }: { as?: Somebody | undefined } = {}): Promise<void> {
  leavePage()
  if (as && 'user' in as) signIn({ accessToken: as.token, refreshToken: as.refreshToken }, as.user)
  if (as && 'admin' in as) signInStaff(as.token, as.admin)
  const answer = await server.query(new Request(new URL(address, location.origin)))
  if (answer instanceof Response) return visit(answer.headers.get('location')!)
  history.replaceState(null, '', address)
  const { loaderData, errors } = answer
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors } })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  leavePage = () => {
    root.unmount()
    router.dispose()
    place.remove()
    leavePage = () => {}
  }
  flushSync(() =>
    root.render(
      <RouterProvider
        router={router}
        onError={(error, { pattern }) => reportBrowserError(error, pattern.replace(/^\/?/, '/'))}
      />,
    ),
  )
  if (failures.size > 0) return
  if (!router.state.initialized) {
    await new Promise<void>((loaded) => router.subscribe(({ initialized }) => initialized && loaded()))
    await new Promise<void>((shown) => settle(shown))
  }
  // What comes later than the data, such as a part in a script of its own.
  await waitFor(() => {
    expect(main().textContent).not.toBe('')
    expect(main().querySelector('.skeleton')).toBeNull()
  })
}

/** The main part of the open page, which is another element on each page. */
export const main = () => document.querySelector('main')!

/**
 * Presses the first button with this name as soon as it can be pressed: one that waits for an answer ignores presses.
 */
export async function press(name: string | RegExp): Promise<void> {
  const button = await waitFor(() => {
    const [first] = screen.getAllByRole('button', { name })
    expect(first!.getAttribute('aria-disabled')).toBeNull()
    return first!
  })
  await user.click(button)
}

/** Waits until the page says what failed at its place, once. */
export const failed = async (words: string): Promise<void> =>
  waitFor(() =>
    expect(screen.queryAllByRole('alert').filter(({ textContent }) => textContent === words)).toHaveLength(1),
  )

/** Finds a control by its label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(labelled(label))

/** What a maker of test/makers.ts returns for a member or a staff member. */
export type Somebody = { token: string; refreshToken: string; user: User } | { token: string; admin: Admin }

/** Opens the same address again. */
export const reload = () => visit(location.pathname + location.search + location.hash)

/** The address of the open page, without its origin. */
export const address = () => location.pathname + location.search + location.hash

let leavePage = () => {}

/** Ends a test as if the browser was closed and its storage lost. */
async function closePage() {
  vi.useRealTimers()
  for (const button of document.querySelectorAll<HTMLElement>('.notices [aria-label="Dismiss"]'))
    button.click()
  clearSession()
  clearStaffSession()
  leavePage()
  localStorage.clear()
  sessionStorage.clear()
  for (const { mend } of failures.values()) mend()
  await Promise.allSettled(pending)
  calls.length = 0
  client = anAddress()
  expect(reported.splice(0), 'errors that the pages reported').toEqual([])
}

let client = anAddress()
/** The errors that the page has reported to the server. A test that expects some takes them out. */
export const reported: string[] = []

/** The calls of the page to the API and for a page's data, in their order, with their bodies. */
export const calls: { name: string; body: unknown }[] = []

/** The name of a call of the contract, or the address from which a page of the server loads its data. */
type Name =
  | { [Noun in keyof Contract]: `${Noun}.${keyof Contract[Noun] & string}` }[keyof Contract]
  | `/${string}.data`
type Contract = typeof contract

/**
 * Makes a call fail until the returned function is called: it is answered with a status and a text that is not ours, as
 * by a proxy, with an object that is not what it promises, or `cut`, as without a connection.
 */
export function failing(name: Name, how: number | object | 'cut' = 500): () => void {
  const failure = async () => {
    if (how === 'cut') throw new TypeError('Failed to fetch')
    return typeof how === 'number' ? new Response('out of order', { status: how }) : Response.json(how)
  }
  const mend = () => void failures.delete(name)
  failures.set(name, { failure, mend })
  return mend
}

/** Holds a call back until the returned function is called, which lets it and all later ones through. */
export function holding(name: Name): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const mend = () => {
    failures.delete(name)
    resolve(undefined)
  }
  failures.set(name, { failure: () => promise, mend })
  return mend
}

const failures = new Map<string, { failure: () => Promise<Response | undefined>; mend: () => void }>()

/** Lets milliseconds pass at once in a test that has called `vi.useFakeTimers(clock)`. */
export const timePasses = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Fake timers that go on with the time as well, because the server has none of its own. */
export const clock = {
  shouldAdvanceTime: true,
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
} satisfies Parameters<typeof vi.useFakeTimers>[0]

const pending = new Set<Promise<unknown>>()

/** Sends a request of the page to the app, unless it is made to fail. */
async function send(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
  const name = callAt(request.method, pathname)?.name ?? pathname
  if (name === 'browserErrors.report') reported.push(String(body))
  calls.push({ name, body: body && jsonIn(body) })
  const aborted = new Promise<never>((_, reject) =>
    request.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  )
  const failure = await Promise.race([failures.get(name)?.failure(), aborted])
  if (failure) return failure
  const answer = app.app.inject({
    method: request.method as 'GET',
    url: pathname + search,
    remoteAddress: client,
    headers: Object.fromEntries(request.headers),
    ...(body && { payload: body }),
  })
  pending.add(answer.finally(() => pending.delete(answer)))
  const { statusCode: status, headers, rawPayload } = await Promise.race([answer, aborted])
  return new Response(rawPayload.length > 0 ? new Uint8Array(rawPayload) : null, {
    status,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
  })
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return body
  }
}

/** What a file of web/routes.ts exports, as the framework knows it. */
interface RouteModule {
  default?: ComponentType<object>
  handle?: unknown
  clientMiddleware?: MiddlewareFunction[]
  loader?: (args: LoaderFunctionArgs) => unknown
  action?: (args: LoaderFunctionArgs) => unknown
  clientLoader?: ClientLoaderFunction
  clientAction?: ClientActionFunction
  shouldRevalidate?: RouteObject['shouldRevalidate']
  HydrateFallback?: ComponentType
  ErrorBoundary?: ComponentType
}

const modules = import.meta.glob<RouteModule>(['../web/**/*.{ts,tsx}', '!../web/**/*.test.*'])

/** Makes a route of an entry of web/routes.ts and of all below it, each with what its file has. */
async function routeOf(
  { file, children, ...entry }: RouteConfigEntry,
  made: typeof inBrowser | typeof onServer,
): Promise<RouteObject> {
  const id = file.replace(/\.tsx?$/, '')
  const route = { ...entry, id, ...made(await modules[`../web/${file}`]!()) }
  if (!children) return route
  return {
    ...route,
    children: await Promise.all(children.map((child) => routeOf(child, made))),
  } as RouteObject
}

/** What of a file runs in the browser, as the framework puts it together. */
function inBrowser({ default: Page, clientLoader, clientAction, ...module }: RouteModule) {
  const loader = overNetwork(module.loader)
  const action = overNetwork(module.action)
  return {
    handle: module.handle,
    middleware: module.clientMiddleware,
    shouldRevalidate: module.shouldRevalidate,
    loader: clientLoader
      ? Object.assign(
          (args: LoaderFunctionArgs) => clientLoader({ ...args, serverLoader: () => loader!(args) as never }),
          { hydrate: clientLoader.hydrate },
        )
      : loader,
    action: clientAction
      ? (args: LoaderFunctionArgs) => clientAction({ ...args, serverAction: () => action!(args) as never })
      : action,
    ...(Page && { element: <WithProps of={Page} /> }),
    ...(module.HydrateFallback && { HydrateFallback: module.HydrateFallback }),
    ...(module.ErrorBoundary && { ErrorBoundary: module.ErrorBoundary }),
  }
}

/** What of a file runs on the server: the data that a document brings with it. */
const onServer = ({ loader }: RouteModule) => loader && { loader: withApi(loader) }

/** Gives a page the props that the framework gives it. */
function WithProps({ of: Page }: { of: ComponentType<object> }) {
  const props = {
    loaderData: useLoaderData<unknown>(),
    actionData: useActionData<unknown>(),
    params: useParams(),
    matches: useMatches(),
  }
  return <Page {...props} />
}

type OfServer = NonNullable<RouteModule['loader']>

/** Runs a loader or an action with the API of the server. */
const withApi =
  (run: OfServer): OfServer =>
  (args) => {
    const context = new RouterContextProvider()
    const api = createApi((call) => app.send(call, undefined, client), problemResponse, { areChecked: true })
    provideApi(context, api)
    return run({ ...args, context })
  }

/** Runs a loader or an action of the server behind the request with which the browser asks for its data. */
const overNetwork = (run?: OfServer) =>
  run &&
  (async (args: LoaderFunctionArgs) => {
    const name = `${args.url.pathname}.data`
    calls.push({ name, body: undefined })
    const failure = await failures.get(name)?.failure()
    if (failure) throw failure
    const answer = await withApi(run)(args)
    return answer instanceof Object && 'init' in answer && 'data' in answer ? answer.data : answer
  })

let settle = (_shown: () => void) => {}

/** Lets `settle` tell when what the router has loaded is shown: both are transitions, which React shows together. */
function Settled() {
  const [shown, setShown] = useState<() => void>()
  useEffect(() => shown?.(), [shown])
  useEffect(() => {
    settle = (shown) => startTransition(() => setShown(() => shown))
  }, [])
  return null
}

const entries = table
const server = createStaticHandler([
  {
    id: 'root',
    ErrorBoundary,
    children: await Promise.all(entries.map((entry) => routeOf(entry, onServer))),
  },
])

/** The routes of the browser, below the root, which is here without the document around it. */
const routes: RouteObject[] = [
  {
    id: 'root',
    element: (
      <>
        <Settled />
        <HeadTags />
        <Root />
        <Notices />
        <ScrollRestoration />
      </>
    ),
    HydrateFallback: () => null,
    ErrorBoundary,
    children: await Promise.all(entries.map((entry) => routeOf(entry, inBrowser))),
  },
]
