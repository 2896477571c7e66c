import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'

import { counted, day } from '#contract/kit/format.ts'
import { copiedLimit } from '#contract/projects/staff/evidence.ts'
import type { Similarity } from '#contract/projects/staff/similarity.ts'

import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/placeholders.tsx'
import { ShareBar } from '../../ui/progress.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status, type StatusTone } from '../../ui/status.tsx'
import { VerificationStatus } from '../verification-status.tsx'
import { shareText } from './queue-view.tsx'

/**
 * The projects with similar code, for staff, as `useSimilarity` loaded them. Renders nothing before there are files.
 */
export function SimilarListings({
  project: { _id, hasFiles },
  compared: { similarity, problem, retry },
}: {
  project: { _id: string; hasFiles: boolean }
  compared: ReturnType<typeof useSimilarity>
}) {
  if (!hasFiles) return null
  const badge = similarity && statusOf(similarity)
  return (
    <Sheet as="section" id="similar" aria-label="Similar listings" className="scroll-mt-20">
      <SheetHead title="Similar listings">
        {badge && <Status tone={badge.tone}>{badge.word}</Status>}
      </SheetHead>
      {problem !== undefined ? (
        <ErrorState as="h3" title={problem} onRetry={retry} />
      ) : !similarity ? (
        <Loading text="Loading similar listings..." className="p-4 sm:p-5">
          <Skeleton className="h-20" />
        </Loading>
      ) : similarity.state === 'waiting' || similarity.state === 'none' ? (
        <Loading text="The files are being compared..." className="p-4 sm:p-5">
          <p className="text-quiet mb-4">
            The files are being compared with all other projects. You may leave this page; the result stays
            here.
          </p>
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="mt-3 h-3 w-1/2" />
        </Loading>
      ) : similarity.state === 'failed' ? (
        <div className="p-4 sm:p-5">
          <Callout tone="waiting" title="The files could not be compared">
            It took too long to read them. Look for copies yourself before you approve.
          </Callout>
        </div>
      ) : (
        <SimilarList projectId={_id} similarity={similarity} />
      )}
    </Sheet>
  )
}

function SimilarList({
  projectId,
  similarity: { state, similar, omitted },
}: {
  projectId: string
  similarity: Similarity
}) {
  return (
    <>
      <p className="text-14 text-quiet max-w-(--container-text) px-4 py-4 sm:px-5">
        {similar.length === 0
          ? 'No other project shares a fifth or more of its code, or of this one’s.'
          : 'With each of these it shares a fifth or more of its code or of theirs, whatever the names, comments and order.'}{' '}
        Code that many owners have, such as a framework’s files, does not count.
        {omitted > 0 && (
          <span>{` Not compared, because too large or too many: ${counted(omitted, 'file')} of code.`}</span>
        )}
      </p>
      {state === 'partly' && (
        <Callout tone="waiting" title="Less than half of the code was compared" className="mx-4 mb-4 sm:mx-5">
          The rest is too large, packed into an archive or written in a form that could not be read. Look at
          it yourself before you approve.
        </Callout>
      )}
      {similar.length > 0 && (
        <ul className="divide-rule border-rule divide-y border-t">
          {similar.map((one) => (
            <SimilarListing key={one.projectId} projectId={projectId} similar={one} />
          ))}
        </ul>
      )}
    </>
  )
}

function SimilarListing({
  projectId,
  similar,
}: {
  projectId: string
  similar: Similarity['similar'][number]
}) {
  const { title, owner, isSameOwner, verificationStatus, isActive, listedAt, passages } = similar
  const { release, isApproved } = similar
  return (
    <li className="grid items-start gap-x-8 gap-y-4 px-4 py-4 sm:px-5 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-1.5">
        <Link
          to={`/admin/projects/${similar.projectId}`}
          className="font-semibold break-words hover:underline"
        >
          {title}
        </Link>
        <p className="text-13 text-quiet flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-ink break-words">{owner}</span>
          {isSameOwner && <Badge>same owner</Badge>}
          <span>{`since ${day(listedAt)}`}</span>
          <span>{`release ${release}${isApproved ? '' : ', never approved'}`}</span>
        </p>
        <VerificationStatus status={verificationStatus} isActive={isActive} />
      </div>
      <div className="flex flex-col gap-3">
        <ShareBar
          label="Of this project, also in that one"
          value={similar.share}
          max={100}
          detail={`${similar.share}%`}
        />
        <ShareBar
          label="Of that one, also in this project"
          value={similar.thatShare}
          max={100}
          detail={`${similar.thatShare}%`}
        />
        <div className="flex items-center justify-between gap-4">
          <p className="text-13 text-quiet">{counted(passages, 'shared passage')}</p>
          <ButtonLink
            to={`/admin/projects/${projectId}/similarity/${similar.projectId}`}
            tone="quiet"
            size="small"
            aria-label={`Compare with ${title}`}
          >
            Compare
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}

function statusOf({ state, similar, copied }: Similarity): { tone: StatusTone; word: string } {
  if (state === 'failed') return { tone: 'waiting', word: 'Not compared' }
  if (state === 'none' || state === 'waiting') return { tone: 'neutral', word: 'Being compared' }
  if (copied && copied.share >= copiedLimit)
    return { tone: 'stopped', word: `${shareText(copied.share)} copied` }
  if (state === 'partly') return { tone: 'stopped', word: 'Not enough compared' }
  if (similar.length === 0) return { tone: 'verified', word: 'None found' }
  return { tone: 'waiting', word: `${similar.length} to look at` }
}

type SimilarityReply =
  | { similarity: Similarity; problem?: undefined }
  | { problem: string; similarity?: undefined }

/** Loads the projects that are similar to one, and again every two seconds while its files are being compared. */
export function useSimilarity(projectId: string) {
  const address = `/admin/projects/${projectId}/similarity`
  const { data, load, state } = useFetcher<SimilarityReply>({ key: address })
  useEffect(() => {
    void load(address)
  }, [load, address])
  const isWaiting = data?.similarity?.state === 'waiting'
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(() => void load(address), 2000)
    return () => clearTimeout(timer)
  }, [isWaiting, state, load, address])
  return { similarity: data?.similarity, problem: data?.problem, retry: () => void load(address) }
}
