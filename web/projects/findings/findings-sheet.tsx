import { type ReactNode, useEffect } from 'react'
import { useFetcher } from 'react-router'

import { counted, day } from '#contract/kit/format.ts'
import { type Findings, isExplained } from '#contract/projects/findings.ts'

import { ActionButton } from '../../shell/form/action-form.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Fold } from '../../ui/fold.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status, type StatusTone } from '../../ui/status.tsx'

/** The findings that `useFindings` loads from an address, folded unless the check is running or has failed. */
export function FoldedFindings({ address, renderFindings }: FindingsProps) {
  const loaded = useFindings(address)
  const badge = loaded.findings && statusOf(loaded.findings)
  return (
    <Fold
      title={title}
      id="findings"
      detail={badge && <Status tone={badge.tone}>{badge.word}</Status>}
      open={loaded.problem !== undefined || ['waiting', 'failed'].includes(loaded.findings?.state ?? '')}
    >
      <LoadedFindings address={address} loaded={loaded} renderFindings={renderFindings} />
    </Fold>
  )
}

/** The sheet with loaded findings, headed by the status of the check. */
export function FindingsSheet(props: LoadedFindingsProps) {
  const { findings } = props.loaded
  const badge = findings && statusOf(findings)
  return (
    <Sheet as="section" id="findings" aria-label={title} className="scroll-mt-20">
      <SheetHead title={title}>{badge && <Status tone={badge.tone}>{badge.word}</Status>}</SheetHead>
      <LoadedFindings {...props} />
    </Sheet>
  )
}

const title = 'What we found'

/** Loaded findings: the summary of the check, and a button to repeat one that failed. */
function LoadedFindings({ address, loaded, renderFindings }: LoadedFindingsProps) {
  const { findings, problem, retry } = loaded
  return (
    <>
      {problem !== undefined ? (
        <ErrorState as="h3" title={problem} onRetry={retry} />
      ) : !findings ? (
        <Loading text="Loading what was found..." className="p-4 sm:p-5">
          <Skeleton className="h-20" />
        </Loading>
      ) : findings.state === 'waiting' ? (
        <Loading text="The files are being checked..." className="p-4 sm:p-5">
          <p className="text-quiet mb-4">{`${findings.summary} You may leave this page; the result stays here.`}</p>
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="mt-3 h-3 w-1/2" />
        </Loading>
      ) : findings.state === 'failed' ? (
        <div className="p-4 sm:p-5">
          <Callout tone="waiting" title="The check failed" action={<Recheck address={address} />}>
            {findings.summary}
          </Callout>
        </div>
      ) : (
        <>
          <p className="text-14 text-quiet max-w-(--container-text) px-4 py-4 sm:px-5">
            {findings.summary}
            {findings.checkedAt && (
              <span className="text-13 mt-1 block">{`release ${findings.release}, checked ${day(findings.checkedAt)}`}</span>
            )}
          </p>
          {renderFindings(findings)}
          <ForeignCode foreign={findings.foreign} entry={findings.entry} />
          <Licences licences={findings.licences} />
        </>
      )}
    </>
  )
}

const Recheck = ({ address }: { address: string }) => (
  <ActionButton submit={{ intent: 'recheck' }} action={address} tone="quiet" size="small">
    Check Again
  </ActionButton>
)

/** Where the program starts, and the code in the project that its owner did not write. */
function ForeignCode({ foreign, entry }: Pick<Findings, 'foreign' | 'entry'>) {
  return (
    <>
      {entry !== null && (
        <p className="border-rule text-14 border-t px-4 py-4 sm:px-5">
          <span className="text-quiet">Starts with </span>
          <code className="text-13 font-mono break-all">{entry}</code>
        </p>
      )}
      {foreign.length > 0 && (
        <div className="border-rule border-t px-4 sm:px-5 [&>details]:border-b-0">
          <Disclosure title="Code from others" detail={String(foreign.length)}>
            <p className="text-14 text-quiet mb-3 max-w-(--container-text)">
              It counts neither for the languages and lines of the project nor as a copy of another one.
            </p>
            <ul className="text-13 flex flex-col gap-2">
              {foreign.map(({ kind, name, place, files }) => (
                <li key={`${kind} ${name}`} className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0">
                    <span className="font-semibold">{name}</span>
                    <span className="text-quiet">{`, ${foreignLabels[kind]}`}</span>
                  </span>
                  <span className="text-quiet min-w-0 font-mono break-all">
                    {files > 1 ? `${place}, ${counted(files, 'file')}` : place}
                  </span>
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
    </>
  )
}

const foreignLabels: Record<Findings['foreign'][number]['kind'], string> = {
  framework: 'framework',
  library: 'library',
  template: 'template',
  built: 'made by a build',
  generated: 'made by a tool',
}

function Licences({ licences }: Pick<Findings, 'licences'>) {
  if (licences.length === 0) return null
  return (
    <div id="licences" className="border-rule scroll-mt-20 border-t px-4 sm:px-5 [&>details]:border-b-0">
      <Disclosure title="Licences of copied code" detail={String(licences.length)}>
        <ul className="text-13 flex flex-col gap-1.5 font-mono">
          {licences.map(({ file, licence }) => (
            <li key={file} className="flex justify-between gap-4">
              <span className="min-w-0 break-all">{file}</span>
              <span className="text-quiet shrink-0 font-sans">{licence}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

function statusOf({ state, findings, isBlocked }: Findings): { tone: StatusTone; word: string } | undefined {
  if (state === 'none') return undefined
  if (state === 'waiting') return { tone: 'neutral', word: 'Being checked' }
  if (state === 'failed') return { tone: 'waiting', word: 'Not checked' }
  const blocking = findings.filter((one) => one.isBlocking).length
  const open = findings.filter(({ waiver }) => !waiver).length
  const explained = findings.filter(isExplained).length
  if (isBlocked) return { tone: 'stopped', word: blocking > 0 ? `${blocking} to settle` : 'To settle' }
  if (open > 0) return { tone: 'waiting', word: `${open} to look at` }
  if (explained > 0) return { tone: 'waiting', word: `Explained ${explained}` }
  return { tone: 'verified', word: findings.length > 0 ? 'All explained' : 'Nothing found' }
}

type LoadedFindingsProps = FindingsProps & { loaded: ReturnType<typeof useFindings> }

interface FindingsProps {
  address: string
  renderFindings: (findings: Findings) => ReactNode
}

type FindingsReply = { findings: Findings; problem?: undefined } | { problem: string; findings?: undefined }

/** The address of the route with the findings of a project, for its owner or for staff. */
export const findingsAddress = (as: 'owner' | 'staff', projectId: string) =>
  `/${as === 'owner' ? 'owner' : 'admin'}/projects/${projectId}/findings`

/** Loads the findings of an address, and again every two seconds while the check is running. */
export function useFindings(address: string) {
  const { data, load, state } = useFetcher<FindingsReply>({ key: address })
  useEffect(() => {
    void load(address)
  }, [load, address])
  const isWaiting = data?.findings?.state === 'waiting'
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(() => void load(address), 2000)
    return () => clearTimeout(timer)
  }, [isWaiting, state, load, address])
  return { findings: data?.findings, problem: data?.problem, retry: () => void load(address) }
}

/**
 * Returns the findings that `useFindings` loaded, for another part of the page; undefined until they are loaded or have
 * failed to load.
 */
export const useLoadedFindings = (address: string): FindingsReply | undefined =>
  useFetcher<FindingsReply>({ key: address }).data
