import { type ReactNode, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import type { User } from '#contract/accounts.ts'

import { notify } from '../../ui/feedback/notify.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { tabAddress } from '../tabs.ts'
import type { Saved } from './save-settings.ts'

/** The switches, each saved at once. */
export function PreferencesSection({ user }: { user: User }) {
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

/** Shows what was chosen while it is being saved; what could not be saved goes back and is said. */
function Preference({ name, label, hint, value }: PreferenceProps) {
  const fetcher = useFetcher<Saved>()
  const chosen = fetcher.formData?.get('value')
  const failure = fetcher.data?.message
  useEffect(() => {
    if (fetcher.data?.message) notify(fetcher.data.message, { tone: 'failed' })
  }, [fetcher.data])
  const sending = useRef<boolean>(undefined)
  useEffect(() => {
    if (fetcher.state === 'idle') sending.current = undefined
  }, [fetcher.state])
  const save = (on: boolean) => {
    // The second click of a double click, which comes before the first one shows.
    if (sending.current === on) return
    sending.current = on
    void fetcher.submit(
      { preference: name, value: String(on) },
      { method: 'post', action: tabAddress('settings') },
    )
  }
  return (
    <Switch
      label={label}
      hint={
        <>
          {hint}
          {failure && fetcher.state === 'idle' && ` Not saved: ${failure}.`}
        </>
      }
      checked={chosen === undefined || chosen === null ? value : chosen === 'true'}
      onChange={(event) => save(event.target.checked)}
      className="py-4"
    />
  )
}

const PublicHint = ({ id }: { id: string }) => (
  <>
    Everybody can see <TextLink to={`/members/${id}`}>your public profile</TextLink>.
  </>
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
