import { useSearchParams } from 'react-router'

import type { User } from '#contract/accounts.ts'

import { DetailsForm } from './details-form.tsx'
import { DetailsSection } from './details-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'

/** Everything that a member sets, section by section. `?edit=` opens the details with the cursor in a field. */
export function SettingsTab({ user }: { user: User }) {
  const [params] = useSearchParams()
  const edited = params.get('edit')
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {edited ? <DetailsForm key={edited} user={user} startAt={edited} /> : <DetailsSection user={user} />}
      <div className="flex min-w-0 flex-col gap-6">
        <PreferencesSection user={user} />
      </div>
    </div>
  )
}
