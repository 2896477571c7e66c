import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { reportBrowserError, watchErrors } from './shell/browser-errors.ts'
import { takeUpdate } from './shell/form/draft.ts'
// By its address: as a part of this script it would bring every page what loads parts.
// oxlint-disable-next-line import/default -- Vite gives its address.
import oldBrowsers from './shell/old-browsers.ts?worker&url'
import { notify } from './ui/notices.tsx'

// A page that says so stays as the server sent it.
if (!document.getElementById('old-browser')) void start()

async function start() {
  watchErrors()
  if (!('popover' in HTMLElement.prototype)) await import(/* @vite-ignore */ oldBrowsers)
  if (takeUpdate())
    notify('The shop was updated, so this page was loaded anew. What you typed is still here.')
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter
          onError={(error, { pattern }) => reportBrowserError(error, pattern.replace(/^\/?/, '/'))}
        />
      </StrictMode>,
    )
  })
}
