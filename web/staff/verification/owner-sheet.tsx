import { Link } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import type { DeskOwner } from '#contract/staff/desk.ts'

import { verificationWords } from '../../projects/verification-status.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { MailText } from '../../ui/text/mail-text.tsx'

/** Who owns a project: how to reach them, and what became of their other projects. */
export function OwnerSheet({ owner }: { owner: DeskOwner }) {
  const { _id, name, email, phone, joinedAt, isAgent, isDeactivated, projects, sales, decisions } = owner
  const facts = [
    {
      term: 'email',
      value: (
        <a href={`mailto:${email}`} className="link-rule wrap-anywhere">
          <MailText of={email} />
        </a>
      ),
    },
    ...(phone
      ? [
          {
            term: 'phone',
            value: (
              <a href={`tel:+91${phone}`} className="link-rule">
                {phone}
              </a>
            ),
          },
        ]
      : []),
    { term: 'joined', value: day(joinedAt) },
    { term: 'role', value: isAgent ? 'Agent' : 'Member' },
    { term: 'sales', value: sales },
    ...projects.map(({ status, count }) => ({
      term: verificationWords[status].toLowerCase(),
      value: counted(count, 'project'),
    })),
  ]
  return (
    <Sheet as="section" aria-label="Owner">
      <SheetHead title="Owner" />
      <div className="px-4 py-3 sm:px-5">
        <p className="pt-1 pb-2 font-semibold">
          <Link to={`/admin/members/${_id}`} className="link-rule">
            {name}
          </Link>
        </p>
        {isDeactivated && (
          <Callout tone="waiting" className="my-2">
            This account is closed.
          </Callout>
        )}
        <FactRows facts={facts} />
        {decisions.length > 0 && (
          <>
            <h3 className="text-14 mt-3 font-sans font-semibold">Last decisions</h3>
            <ul className="text-14 mt-1 mb-2 flex flex-col gap-1.5">
              {decisions.map(({ projectId, title, release, status, at }) => (
                <li key={`${projectId} ${at}`}>
                  <Link to={`/admin/projects/${projectId}`} className="hover:underline">
                    {title}
                  </Link>
                  <span className="text-quiet">
                    {(release ?? 1) > 1 && `, release ${release}`} {verificationWords[status].toLowerCase()},{' '}
                    <span className="whitespace-nowrap">{day(at)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Sheet>
  )
}
