import type { ReactNode } from 'react'

import { reload } from '../connection/reload.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import { Page } from './page.tsx'

/** What stands in the place of a page whose data did not come, with the button Try Again. */
export const LoadFailed = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Page>
    <ErrorState as="h1" title={title} onRetry={reload}>
      {children}
    </ErrorState>
  </Page>
)
