import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { reportBrowserError, watchErrors } from './shell/browser-errors.ts'
import { takeUpdate } from './shell/form/draft.ts'
import { notify } from './ui/notices.tsx'

watchErrors()
if (takeUpdate()) notify('The shop was updated, so this page was loaded anew. What you typed is still here.')

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
