import type { ReactNode } from 'react'

import type { DecisionTime } from '#contract/content/content.ts'
import { day } from '#contract/kit/format.ts'
import type { Project } from '#contract/projects/project.ts'

import { ActionButton, ConfirmButton } from '../../shell/form/action-form.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { findingsAddress, useLoadedFindings } from '../findings/findings-sheet.tsx'
import { AskedChanges } from './asked-changes.tsx'
import { decisionTimeText } from './decision-time.ts'
import { EditionOnSale, OldBesideNew, TakeBack, Waiting, type WaitingChange } from './waiting-change.tsx'

/** The actions on the whole project: duplicate, archive and delete it. */
export function ProjectActions({ project: { _id, allowed, hasBuyers } }: { project: Project }) {
  return (
    <Fold title="Listing" detail="duplicate, archive, delete">
      <div className="divide-rule divide-y px-4 sm:px-5">
        <div className="flex flex-col items-start gap-3 py-4 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-between">
          <p className="text-14 text-quiet">
            A new draft with the same texts and price, without files and pictures.
          </p>
          <ActionButton
            submit={{ intent: 'duplicate' }}
            tone="quiet"
            size="small"
            icon={<Icon name="copy" className="size-4!" />}
          >
            Duplicate
          </ActionButton>
        </div>
        {allowed.includes('archive') && (
          <div className="flex flex-col items-start gap-3 py-4 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-between">
            <p className="text-14 text-quiet">Off every list until you bring it back. Buyers keep it.</p>
            <ConfirmButton
              submit={{ intent: 'archive' }}
              question="Archive this project?"
              confirm="Archive"
              size="small"
            >
              It leaves every list and cannot be bought. Those who bought it keep it, and you can bring it
              back at any time.
            </ConfirmButton>
          </div>
        )}
        <div className="flex flex-col items-start gap-3 py-4 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-between">
          <p className="text-14 text-quiet">Off the shop for good, with its texts, pictures and files.</p>
          <DeleteProject projectId={_id} label="Delete Everything" size="small" hasBuyers={hasBuyers} />
        </div>
      </div>
    </Fold>
  )
}

/**
 * A button that deletes the owner's project after a question and leads to My Projects. `of`: its title, needed where
 * there are several projects, each headed by an element with the project's id.
 */
export const DeleteProject = ({ projectId, label, of, size, hasBuyers }: DeleteProjectProps) => (
  <ConfirmButton
    submit={{ intent: 'delete' }}
    action={`/owner/projects/${projectId}`}
    label={label}
    question="Are you sure you want to delete this project?"
    confirm={hasBuyers ? 'Withdraw' : 'Delete'}
    danger
    size={size}
    icon={size !== 'small' && <Icon name="trash-2" />}
    aria-describedby={of && projectId}
  >
    {of && <span className="text-ink block font-semibold break-words">{of}</span>}
    <span>
      {hasBuyers
        ? 'It has buyers, so it is withdrawn from sale: buyers keep their download, nobody else can get it, and it cannot be brought back.'
        : 'Nobody has bought it. It is deleted with its files and cannot be brought back.'}
    </span>
  </ConfirmButton>
)

interface DeleteProjectProps {
  projectId: string
  label: string
  of?: string
  size?: 'small' | 'medium'
  /** A project with buyers is withdrawn instead of deleted: buyers keep their downloads. */
  hasBuyers: boolean
}

/** Returns whether staff wait until the owner has settled the findings of the project. */
export function useOwnersTurn({ _id, hasFiles, archivedAt, verificationStatus }: Project) {
  const findings = useLoadedFindings(findingsAddress('owner', _id))?.findings
  const isBefore = hasFiles && !archivedAt && ['pending', 'under_review'].includes(verificationStatus)
  return isBefore && findings?.isBlocked === true
}

/**
 * The banner of a project: which edition is on sale, what waits or was sent back, and what its owner can do about it;
 * `children` come before that.
 */
export function VerificationSection({
  project,
  isFirst,
  waiting,
  decisionTime,
  children,
}: VerificationSectionProps) {
  const { archivedAt, hasFiles, verificationStatus, verificationNotes, isActive, _id, edition } = project
  const isOwnersTurn = useOwnersTurn(project)
  const isWaiting = hasFiles && !archivedAt && ['pending', 'under_review'].includes(verificationStatus)
  const wouldBeListed = waiting ? edition?.staysOnSale === true : verificationStatus === 'approved'
  const usually = decisionTime ? decisionTimeText(decisionTime) : undefined
  return (
    <Sheet as="section" aria-label="Verification Status">
      <SheetHead title="Verification Status" />
      <div className="banner">
        {children}
        {archivedAt && (
          <Callout
            title={`Archived on ${day(archivedAt)}`}
            action={
              <ActionButton submit={{ intent: 'restore' }} size="small">
                Bring Back
              </ActionButton>
            }
          >
            It is on no list and cannot be bought. Those who bought it keep it.
          </Callout>
        )}
        <EditionOnSale project={project} />
        {hasFiles && wouldBeListed && !isActive && !archivedAt && (
          <Callout
            title="Not listed: you switched it off"
            action={
              <ButtonLink to="#pricing" tone="quiet" size="small">
                Show the Switch
              </ButtonLink>
            }
          >
            Nobody can find or buy it until you make it active under Status &amp; Pricing.
          </Callout>
        )}
        {!hasFiles && !archivedAt && (
          <p>
            {project.recall
              ? 'Our staff recalled its last release. They look at the next one once it is uploaded.'
              : 'Our staff look at it once its files are uploaded.'}
          </p>
        )}
        {isOwnersTurn && (
          <Callout tone="stopped">
            Remove what was found and upload the files again, or say why it is harmless. After that an admin
            verifies the project.
          </Callout>
        )}
        {isWaiting && waiting && <Waiting project={project} waiting={waiting} usually={usually} />}
        {isWaiting && !waiting && verificationStatus === 'under_review' && !isOwnersTurn && (
          <p>Our staff are looking at it. Nobody else sees it until they have decided.</p>
        )}
        {isWaiting && !waiting && verificationStatus === 'pending' && !isOwnersTurn && (
          <Callout
            tone="waiting"
            title="Waiting for verification"
            action={
              <ButtonLink to={`/owner/projects/${_id}/preview`} tone="quiet" size="small">
                See It as a Buyer
              </ButtonLink>
            }
          >
            <p>
              {isFirst
                ? 'An admin must verify this project before it is published.'
                : 'An admin must re-verify this project before it is published again.'}
            </p>
            {usually && <p className="text-14 text-quiet">{usually}</p>}
          </Callout>
        )}
        {verificationStatus === 'needs_changes' && <AskedChanges project={project} waiting={waiting} />}
        {verificationStatus === 'rejected' && (
          <Callout
            tone="stopped"
            title={waiting ? 'Your change is rejected' : 'Rejected'}
            action={waiting && <TakeBack project={project} names={waiting.names} />}
          >
            Once you have edited it or uploaded new files, our staff look at it again.
          </Callout>
        )}
        {verificationNotes && !['approved', 'needs_changes'].includes(verificationStatus) && (
          <div>
            <h3 className="font-sans font-semibold">Notes from our staff</h3>
            <p className="mt-1 break-words whitespace-pre-line">{verificationNotes}</p>
          </div>
        )}
        {waiting && <OldBesideNew edition={project.edition} waiting={waiting} />}
      </div>
    </Sheet>
  )
}

interface VerificationSectionProps {
  project: Project
  /** There is no decision on it yet. */
  isFirst: boolean
  /** The change of it that waits or was sent back, beside what was approved. */
  waiting: WaitingChange | undefined
  decisionTime: DecisionTime | null | undefined
  children?: ReactNode
}

/**
 * A button that deletes the files of the page's project after a question, which also offers to delete the whole
 * project.
 */
export const DeleteFiles = ({ hasBuyers }: { hasBuyers: boolean }) => (
  <ConfirmButton
    submit={{ intent: 'delete-files' }}
    label="Delete Project"
    question="Are you sure you want to delete this project?"
    confirm="Delete Files"
    other={{ label: 'Delete Everything', submit: { intent: 'delete' } }}
    danger
    tone="link"
    className="text-stopped!"
  >
    <p>
      Delete Files takes its files off. The page stays yours, and is listed again when you have uploaded new
      files and staff have checked them.
    </p>
    <p className="mt-2">
      Delete Everything takes its texts and pictures too, and cannot be undone.
      {hasBuyers && <span> It has buyers: they keep their download in both cases.</span>}
    </p>
  </ConfirmButton>
)
