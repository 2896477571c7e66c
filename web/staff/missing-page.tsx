import type { PageHandle } from '../shell/page-handle.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/placeholders.tsx'

export const handle: PageHandle = {
  title: 'There is no such page',
  steps: [{ label: 'Not found' }],
}

/** The page of an unknown address below /admin, for staff; the layout redirects others to /admin/login. */
export default function AdminMissingPage() {
  return (
    <ErrorState
      as="h1"
      title="There is no such page"
      action={<ButtonLink to="/admin/dashboard">Go to the Dashboard</ButtonLink>}
    >
      Nothing is at this address. Check it for a typing mistake, or go on from the menu.
    </ErrorState>
  )
}
