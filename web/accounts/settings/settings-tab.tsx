import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

import type { User } from '#contract/accounts/accounts.ts'

import { useAction } from '../../shell/form/action-form.tsx'
import { tabAddress } from '../../shell/site.ts'
import { TextLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Switch } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { DataSection } from './data-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { DetailsForm, DetailsSection } from './details.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailSection } from './email-section.tsx'
import type { AccountData } from './settings-actions.ts'

/** The Settings tab, section by section. `?edit=` opens the details with the cursor in the field that it names. */
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

/** The switches. Each is saved as soon as it is changed. */
function PreferencesSection({ user }: { user: User }) {
  return (
    <Sheet as="section" aria-label="Preferences">
      <SheetHead title="Preferences" />
      <div className="divide-rule divide-y px-4 sm:px-5">
        {switches.map(({ name, label, hint }) => (
          <Preference
            key={name}
            name={name}
            label={label}
            hint={name === 'publicProfile' && user.preferences[name] ? <PublicHint id={user._id} /> : hint}
            value={user.preferences[name] ?? name === 'newListings'}
          />
        ))}
      </div>
    </Sheet>
  )
}

/** A switch that shows its new state while that is being saved. After a failure it switches back and says so. */
function Preference({ name, label, hint, value }: PreferenceProps) {
  const { send, sent, pending, failure } = useAction({ action: tabAddress('settings') })
  const chosen = sent?.get('value')
  const sending = useRef<boolean>(undefined)
  useEffect(() => {
    if (!pending) sending.current = undefined
  }, [pending])
  const save = (on: boolean) => {
    // Ignore the second click of a double click, which comes before the first one is rendered.
    if (sending.current === on) return
    sending.current = on
    send({ preference: name, value: String(on) })
  }
  return (
    <div className="py-4">
      <Switch
        label={label}
        hint={hint}
        checked={chosen === undefined || chosen === null ? value : chosen === 'true'}
        onChange={(event) => save(event.target.checked)}
      />
      <Failure className="mt-1">{failure && `Not saved: ${failure}.`}</Failure>
    </div>
  )
}

const PublicHint = ({ id }: { id: string }) => (
  <span>
    Everybody can see <TextLink to={`/members/${id}`}>your public profile</TextLink>.
  </span>
)

const switches = [
  {
    name: 'notifications',
    label: 'Email Notifications',
    hint: 'Emails about your projects, sales, purchases, questions and payouts. Codes and receipts come in any case.',
  },
  {
    name: 'newListings',
    label: 'New Projects',
    hint: 'An email when somebody you follow lists a new project.',
  },
  {
    name: 'publicProfile',
    label: 'Public Profile',
    hint: 'Everybody can see your name, picture, college and listed projects.',
  },
  {
    name: 'newsletter',
    label: 'Newsletter',
    hint: 'We send none yet. When we do, it comes only if this is on.',
  },
  {
    name: 'marketingEmails',
    label: 'Offers',
    hint: 'We send none yet. When we do, they come only if this is on.',
  },
] as const

interface PreferenceProps {
  name: string
  label: string
  hint: ReactNode
  value: boolean
}
