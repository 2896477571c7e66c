import type { Reply } from '#contract/kit/endpoint.ts'
import { counted, day } from '#contract/kit/format.ts'
import type { Project } from '#contract/projects/project.ts'
import type { projects } from '#contract/projects/projects.ts'
import type { Release } from '#contract/projects/source.ts'

import { ConfirmButton } from '../../shell/form/action-form.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Callout } from '../../ui/status.tsx'
import { actsAtOnce, areShort, ChangedParts, namesOf } from '../edition-changes.tsx'
import { isListed } from './is-listed.ts'

/** What a change of a project is and since when it waits, in words, and how it differs from what was approved. */
export interface WaitingChange extends Pick<Reply<typeof projects.changes>, 'changes' | 'sentBack'> {
  /** Such as 'title, 2 pictures added'. */
  names: string
  /** Such as 'yesterday'. */
  since: string
}

/** Puts in words what a change that waits, or was sent back, is and since when it waits. */
export function waitingChange(
  { changes, sentBack }: Reply<typeof projects.changes>,
  history: Reply<typeof projects.verificationHistory>['verificationHistory'],
  releases: readonly Release[],
): WaitingChange {
  const sent = history.find(({ status, isUndo }) => status === 'pending' && !isUndo)
  const release = releases.find(({ isCurrent, status }) => isCurrent && status !== 'approved')
  return {
    changes,
    sentBack,
    names: namesOf(changes, release?.number),
    since: dayBefore(sent ? new Date(sent.verifiedAt) : new Date(), new Date()),
  }
}

/** Names a day in relation to now: 'today', 'yesterday' or its date. */
function dayBefore(time: Date, now: Date): string {
  if (day(time) === day(now)) return 'today'
  return day(time) === day(new Date(now.getTime() - 86_400_000)) ? 'yesterday' : day(time)
}

/** Says which edition of a project is on sale; while a change of it waits, also why none is. */
export function EditionOnSale({ project }: { project: Project }) {
  const { _id, edition, hasWaitingChanges, hasFiles, isActive, archivedAt } = project
  if (isListed(project))
    return (
      <Callout
        tone="verified"
        title={edition ? `On sale: edition ${edition.number}, since ${day(edition.since)}` : 'On sale'}
        action={
          <ButtonLink to={`/projects/${_id}`} tone="quiet" size="small">
            View Live Listing
          </ButtonLink>
        }
      >
        {hasWaitingChanges
          ? 'Buyers go on buying this edition until our staff approve your change.'
          : 'Everyone can find and buy it.'}
      </Callout>
    )
  if (!hasFiles || !isActive || archivedAt || !(edition ?? hasWaitingChanges)) return null
  return (
    <Callout title={edition ? `Off sale: edition ${edition.number}, of ${day(edition.since)}` : 'Off sale'}>
      {whyOff(project)}
    </Callout>
  )
}

/** Says why what staff approved is not on sale, though its owner has it active. */
function whyOff({ edition, hasWaitingChanges }: Project): string {
  if (!hasWaitingChanges) return 'Our staff took it off the lists.'
  if (!edition) return 'It is off the lists until our staff approve your change.'
  return edition.staysOnSale
    ? 'It is on no list now.'
    : 'It is off the lists until our staff approve your change, or you take it back.'
}

/** Says since when a change waits for staff, and what it is; `usually` how long staff take. */
export const Waiting = ({ project, waiting: { names, since }, usually }: WaitingProps) => (
  <Callout
    tone="waiting"
    title={`Waiting since ${since}${names && `: ${names}`}`}
    action={
      <span className="flex flex-wrap gap-2">
        <ButtonLink to={`/owner/projects/${project._id}/preview`} tone="quiet" size="small">
          See It as a Buyer
        </ButtonLink>
        <TakeBack project={project} names={names} />
      </span>
    }
  >
    <p>
      {project.verificationStatus === 'under_review'
        ? 'Our staff are looking at it.'
        : isListed(project)
          ? 'An admin must verify this change before buyers see it.'
          : 'An admin must re-verify this project before it is published again.'}
    </p>
    {usually && <p className="text-14 text-quiet">{usually}</p>}
  </Callout>
)

interface WaitingProps {
  project: Project
  waiting: WaitingChange
  usually?: string | undefined
}

/** A button that takes the change of a project back, after a question; nothing where there is nothing to go back to. */
export function TakeBack({ project, names }: { project: Project; names: string }) {
  const { edition, allowed, isActive, archivedAt, updatedAt } = project
  if (!edition || !allowed.includes('take_back')) return null
  const returns = !isListed(project) && isActive && !archivedAt
  return (
    <ConfirmButton
      submit={{ intent: 'take-back', basedOn: updatedAt }}
      question="Take your change back?"
      confirm="Take Back"
      danger
      size="small"
    >
      <p>{`Edition ${edition.number} holds again${returns ? ', and is listed again' : ''}.${names && ` This is gone: ${names}.`}`}</p>
      <p className="mt-2">What you are typing in the forms of this page stays.</p>
    </ConfirmButton>
  )
}

/** The change of a project, old beside new: since staff sent it back, and as a whole. */
export function OldBesideNew({ edition, waiting }: { edition: Project['edition']; waiting: WaitingChange }) {
  const changes = waiting.changes.filter(({ what }) => !actsAtOnce(what))
  const later = waiting.sentBack?.changes.filter(({ what }) => !actsAtOnce(what)) ?? []
  if (changes.length + later.length === 0) return null
  return (
    <div className="py-0!">
      {later.length > 0 && (
        <Disclosure
          title="Changed since our staff wrote to you"
          detail={counted(later.length, 'part')}
          className="last:border-b-0"
        >
          <ChangedParts changes={later} />
        </Disclosure>
      )}
      {changes.length > 0 && (
        <Disclosure
          title={
            edition ? `Edition ${edition.number} beside your change` : 'What was approved beside your change'
          }
          detail={counted(changes.length, 'part')}
          open={areShort(changes)}
          className="last:border-b-0"
        >
          <ChangedParts changes={changes} />
        </Disclosure>
      )}
    </div>
  )
}
