import type { ReactNode } from 'react'

import type { User } from '#contract/accounts.ts'

import { dropDraft, useHasDraft } from '../../forms/draft.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { MailText } from '../../ui/text/mail-text.tsx'
import { editAddress } from '../tabs.ts'
import { addressFields, detailsDraft, socialFields } from './fields.ts'

/** The member's details as they are; Edit opens them. Changes that were left half-way are pointed out. */
export function DetailsSection({ user }: { user: User }) {
  const isHalfEdited = useHasDraft(detailsDraft)
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
        {isHalfEdited && <Unsaved />}
        <Facts
          facts={[
            ['Full Name', user.name],
            ['Email', <MailText key="email" of={user.email} alone />],
            ['Phone', user.phone],
            ['College', user.college],
            ['Course', user.course],
            ['Year', user.year],
          ]}
        />
        <Facts
          title="Address"
          facts={given(addressFields.map(({ name, label }) => [label, user.address[name]]))}
        />
        <Facts
          title="Social links"
          facts={given(socialFields.map(({ name, label }) => [label, linkOf(user.socialMedia[name])]))}
        />
      </div>
    </Sheet>
  )
}

const Unsaved = () => (
  <Callout
    tone="waiting"
    action={
      <span className="flex flex-wrap gap-2">
        <ButtonLink to={editAddress('name')} size="small" preventScrollReset>
          Continue Editing
        </ButtonLink>
        <Button tone="quiet" size="small" onClick={() => dropDraft(detailsDraft)}>
          Discard
        </Button>
      </span>
    }
  >
    You have changes that are not saved yet.
  </Callout>
)

type Fact = [term: string, value: ReactNode]

/** Of a group of which most give little: only what was given. */
const given = (facts: Fact[]) => facts.filter(([, value]) => Boolean(value))

function Facts({ title, facts }: { title?: string; facts: Fact[] }) {
  return (
    <div>
      {title && <h3 className="border-rule mb-3 border-t pt-5 font-sans font-semibold">{title}</h3>}
      {facts.length === 0 && <p className="text-quiet">Not provided</p>}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 sm:gap-y-4">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0 max-sm:flex max-sm:gap-4">
            <dt className="text-14 text-quiet max-sm:w-22 max-sm:shrink-0 max-sm:leading-[1.625rem]">
              {term}
            </dt>
            <dd className="min-w-0 break-words">
              {value || <span className="text-quiet">Not provided</span>}
            </dd>
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
