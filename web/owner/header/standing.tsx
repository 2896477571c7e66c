import { counted } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import type { Project } from '#contract/projects.ts'

import { addressFor, useReadFindings } from '../../findings/use-findings.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { isListed } from '../is-listed.ts'
import { useListingActions } from './use-listing-actions.ts'

/** Where a project stands, and what its owner can do about it: with staff, on the lists, and when it has no files. */
export function Standing({ project, isFirst, isUploading }: StandingProps) {
  const { archivedAt, hasFiles, verificationStatus, verificationNotes, isActive, _id } = project
  const { busy, send } = useListingActions(_id)
  const findings = useReadFindings(addressFor('owner', _id))?.findings
  const isOwnersTurn =
    hasFiles &&
    !archivedAt &&
    ['pending', 'under_review'].includes(verificationStatus) &&
    findings?.isBlocked === true
  const blocking = findings?.findings.filter(({ isBlocking }) => isBlocking).length ?? 0
  return (
    <>
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
      {!hasFiles && !isUploading && !project.recall && (
        <Callout tone="waiting" title="Project files not found">
          Upload the folder, so that staff can check it.
        </Callout>
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
      {verificationNotes && verificationStatus !== 'approved' && (
        <Callout
          tone={verificationStatus === 'rejected' ? 'stopped' : 'waiting'}
          title="Notes from our staff"
        >
          <p>{verificationNotes}</p>
          {(verificationStatus === 'rejected' || verificationStatus === 'needs_changes') && (
            <p className="mt-2">Once you have edited it or uploaded new files, our staff look at it again.</p>
          )}
        </Callout>
      )}
    </>
  )
}

interface StandingProps {
  project: Project
  /** Nobody has decided on it yet. */
  isFirst: boolean
  /** An upload was begun and not ended; the page says so. */
  isUploading: boolean
}
