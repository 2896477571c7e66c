import type { ReactNode } from 'react'

import type { User } from '#contract/accounts.ts'

import { ButtonLink } from '../../ui/button.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { editAddress } from '../tabs.ts'
import { addressFields, socialFields } from './fields.ts'

/** The member's details as they are; Edit opens them. */
export function DetailsSection({ user }: { user: User }) {
  return (
    <Sheet as="section" aria-label="Your details">
      <SheetHead
        title="Your details"
        actions={
          <ButtonLink
            to={editAddress('name')}
            tone="quiet"
            size="small"
            aria-label="Edit your details"
            preventScrollReset
          >
            Edit
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-6 px-4 py-5 sm:px-5">
        <Facts
          facts={[
            ['Full Name', user.name],
            ['Email', user.email],
            ['Phone', user.phone],
            ['College', user.college],
            ['Course', user.course],
            ['Year', user.year],
          ]}
        />
        <Facts title="Address" facts={addressFields.map(({ name, label }) => [label, user.address[name]])} />
        <Facts
          title="Social links"
          facts={socialFields.map(({ name, label }) => [label, linkOf(user.socialMedia[name])])}
        />
      </div>
    </Sheet>
  )
}

function Facts({ title, facts }: { title?: string; facts: [term: string, value: ReactNode][] }) {
  return (
    <div>
      {title && <h3 className="border-rule mb-3 border-t pt-5 font-sans font-semibold">{title}</h3>}
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-14 text-quiet">{term}</dt>
            <dd className="break-words">{value || <span className="text-quiet">Not provided</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const linkOf = (address: string | null | undefined) =>
  address && (
    <TextLink to={address} newTab className="break-all">
      {address.replace(/^https?:\/\/(www\.)?/, '')}
    </TextLink>
  )
