import { useSearchParams } from 'react-router'

import type { User } from '#contract/accounts.ts'

import type { AccountData } from '../../accounts/settings/account-data.ts'
import { DataSection } from '../../accounts/settings/data-section.tsx'
import { DeletionSection } from '../../accounts/settings/deletion-section.tsx'
import { DevicesSection } from '../../accounts/settings/devices-section.tsx'
import { EmailSection } from '../../accounts/settings/email-section.tsx'
import { DetailsForm } from './details-form.tsx'
import { DetailsSection } from './details-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'

/** Everything that a member sets, section by section. `?edit=` opens the details with the cursor in a field. */
export function SettingsTab({ user, account }: { user: User; account: AccountData }) {
  const [params] = useSearchParams()
  const edited = params.get('edit')
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6">
        {edited ? <DetailsForm key={edited} user={user} startAt={edited} /> : <DetailsSection user={user} />}
        <EmailSection email={user.email} change={account.change} />
        <DevicesSection sessions={account.sessions} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <PreferencesSection user={user} />
        <DataSection dataExport={account.dataExport} />
        <DeletionSection email={user.email} deletion={account.deletion} />
      </div>
    </div>
  )
}
