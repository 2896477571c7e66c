import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { reportBrowserError, watchErrors } from './shell/browser-errors.ts'

watchErrors()

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
