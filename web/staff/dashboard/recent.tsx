import { Link } from 'react-router'

import { day } from '#contract/kit/day.ts'
import { rupees } from '#contract/kit/rupees.ts'
import type { DashboardStats } from '#contract/staff/dashboard.ts'

import { VerificationStatus } from '../../projects/verification-status.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { ContactStatusMark } from '../contacts/contact-status.tsx'

type Recent = DashboardStats['recentActivity']

/** The newest projects, with where they stand. */
export const RecentProjects = ({ projects }: Pick<Recent, 'projects'>) => (
  <Sheet as="section" aria-label="Recent Projects" className="h-full">
    <SheetHead title="Recent Projects" actions={<AllLink to="/admin/projects">View All</AllLink>} />
    {projects.length === 0 && <p className="text-quiet p-4 sm:p-5">There is no project yet.</p>}
    <ul className="divide-rule divide-y">
      {projects.map(
        ({ _id, title, category, price, verificationStatus, isRecalled, isActive, createdAt }) => (
          <li key={_id} className={row}>
            <div className="min-w-0">
              <Link
                to={`/admin/projects/${_id}`}
                className="block font-semibold wrap-anywhere hover:underline sm:truncate"
              >
                {title}
              </Link>
              <p className="text-13 text-quiet font-mono wrap-anywhere sm:truncate">
                {category} · {rupees(price)} · <span className="whitespace-nowrap">{day(createdAt)}</span>
              </p>
            </div>
            <VerificationStatus status={verificationStatus} isRecalled={isRecalled} isActive={isActive} />
          </li>
        ),
      )}
    </ul>
  </Sheet>
)

/** The newest messages, unread ones marked. */
export const RecentContacts = ({ contacts }: Pick<Recent, 'contacts'>) => (
  <Sheet as="section" aria-label="Recent Contacts" className="h-full">
    <SheetHead title="Recent Contacts" actions={<AllLink to="/admin/contacts">View All</AllLink>} />
    {contacts.length === 0 && <p className="text-quiet p-4 sm:p-5">Nobody has written yet.</p>}
    <ul className="divide-rule divide-y">
      {contacts.map(({ _id, name, email, subject, status, createdAt }) => (
        <li key={_id} className={`${row} max-sm:flex-col max-sm:gap-1`}>
          <div className="min-w-0">
            <Link
              to={`/admin/contacts/${_id}`}
              className="block font-semibold wrap-anywhere hover:underline sm:truncate"
            >
              {name}
            </Link>
            <p className="text-13 text-quiet font-mono wrap-anywhere sm:truncate">
              {subject} · {email}
            </p>
          </div>
          <span className="text-14 text-quiet shrink-0 max-sm:flex max-sm:items-center max-sm:gap-3 sm:text-right">
            <ContactStatusMark status={status} />
            <span className="text-13 block font-mono">{day(createdAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  </Sheet>
)

const row = 'flex items-start justify-between gap-4 px-4 py-3 sm:items-center sm:px-5'

const AllLink = ({ to, children }: { to: string; children: string }) => (
  <ButtonLink to={to} tone="link" size="small">
    {children}
  </ButtonLink>
)
