import { counted } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import type { Project } from '#contract/projects.ts'

import { addressFor, useReadFindings } from '../../findings/use-findings.ts'
import { VerificationStatus } from '../../projects/verification-status.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { isListed } from '../is-listed.ts'
import { useListingActions } from './use-listing-actions.ts'

/** Where a project stands with staff and on the lists in every state, and what its owner can do about it. */
export function VerificationSection({ project, isFirst }: VerificationSectionProps) {
  const { archivedAt, hasFiles, verificationStatus, verificationNotes, isActive, _id } = project
  const { busy, send } = useListingActions(_id)
  const findings = useReadFindings(addressFor('owner', _id))?.findings
  const isOwnersTurn =
    hasFiles &&
    !archivedAt &&
    ['pending', 'under_review'].includes(verificationStatus) &&
    findings?.isBlocked === true
  const isSentBack = verificationStatus === 'rejected' || verificationStatus === 'needs_changes'
  const blocking = findings?.findings.filter(({ isBlocking }) => isBlocking).length ?? 0
  return (
    <Sheet as="section" aria-label="Verification Status">
      <SheetHead
        title="Verification Status"
        actions={
          <VerificationStatus
            status={verificationStatus}
            isRecalled={project.recall !== null && !hasFiles}
            isActive={isActive}
          />
        }
      />
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        {archivedAt && (
          <Callout
            title={`Archived on ${day(archivedAt)}`}
            action={
              <Button size="small" pending={busy === 'restore'} onClick={() => send('restore')}>
                Bring Back
              </Button>
            }
          >
            It is on no list and cannot be bought. Those who bought it keep it.
          </Callout>
        )}
        {isListed(project) && (
          <Callout
            tone="verified"
            title="Listed"
            action={
              <ButtonLink to={`/projects/${_id}`} tone="quiet" size="small">
                View Live Listing
              </ButtonLink>
            }
          >
            Everyone can find and buy it.
          </Callout>
        )}
        {hasFiles && verificationStatus === 'approved' && !isActive && !archivedAt && (
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
          <Callout
            tone="stopped"
            title={blocking > 0 ? `Waiting for you: ${counted(blocking, 'finding')}` : 'Waiting for you'}
            action={
              <ButtonLink to="#findings" size="small">
                Show What Was Found
              </ButtonLink>
            }
          >
            Remove what was found and upload the files again, or say why it is harmless. Our staff look at the
            project after that.
          </Callout>
        )}
        {hasFiles && verificationStatus === 'under_review' && !archivedAt && (
          <p>Our staff are looking at it. Nobody else sees it until they have decided.</p>
        )}
        {hasFiles && verificationStatus === 'pending' && !archivedAt && (
          <Callout
            tone={isOwnersTurn ? 'neutral' : 'waiting'}
            title="Waiting for verification"
            action={
              <ButtonLink to={`/owner/projects/${_id}/preview`} tone="quiet" size="small">
                See It as a Buyer
              </ButtonLink>
            }
          >
            {isFirst
              ? 'An admin must verify this project before it is published.'
              : 'An admin must re-verify this project before it is published again.'}
          </Callout>
        )}
        {isSentBack && (
          <Callout
            tone={verificationStatus === 'rejected' ? 'stopped' : 'waiting'}
            title={verificationStatus === 'rejected' ? 'Rejected' : 'Changes are needed'}
          >
            Once you have edited it or uploaded new files, our staff look at it again.
          </Callout>
        )}
        {verificationNotes && verificationStatus !== 'approved' && (
          <div>
            <h3 className="font-sans font-semibold">Notes from our staff</h3>
            <p className="mt-1 break-words whitespace-pre-line">{verificationNotes}</p>
          </div>
        )}
      </div>
    </Sheet>
  )
}

interface VerificationSectionProps {
  project: Project
  /** Nobody has decided on it yet. */
  isFirst: boolean
}
