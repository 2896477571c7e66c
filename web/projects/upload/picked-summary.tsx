import { type ReactNode, useEffect } from 'react'

import { counted, formatCount, sizeText } from '#contract/kit/format.ts'
import type { Licence } from '#contract/projects/categories.ts'
import { licenceFileIn } from '#contract/projects/files.ts'

import { announce } from '../../ui/announcer.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { usePreservedFocus } from '../../ui/focus.ts'
import { Callout } from '../../ui/status.tsx'
import {
  leftOutByOwner,
  type CheckedFiles,
  tooLargeMessage,
  type LeftOut,
  type PickedFile,
  unreadableMessage,
} from './checked-files.ts'
import { FilesInTheWay } from './files-in-the-way.tsx'

/**
 * The summary before an upload: the files that will be sent, those that are left out and why, and the errors, with
 * buttons to leave out the files that are too large.
 */
export function PickedSummary(props: PickedSummaryProps) {
  const { checked, licence, hint, reports, onLeaveOut, onPutBack } = props
  const { files, bytes, leftOut, refused, errors, tooLarge, largest, unreadable } = checked
  const lacksLicence = licence === 'own' && licenceFileIn(files) === undefined
  const warnings = [...(lacksLicence ? [noLicenceFile] : []), ...checked.warnings]
  const place = usePreservedFocus(checked)
  const readiness = errors.length === 0 ? `Ready to send ${counted(files.length, 'file')}` : ''
  useEffect(() => {
    announce(readiness)
  }, [readiness, checked])
  const single = new Set([
    ...tooLarge.map(({ path }) => tooLargeMessage(path)),
    ...unreadable.map(({ path }) => unreadableMessage(path)),
  ])
  const others = errors.filter((error) => !single.has(error))
  const excludedByOwner = leftOut.filter(({ reason }) => reason === leftOutByOwner)
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {errors.length > 0 && (
        <Callout tone="stopped" shown title="Please fix the validation errors before uploading">
          {others.length > 0 && <Sentences>{others.slice(0, maxErrors)}</Sentences>}
          {others.length > maxErrors && <p>{`and ${formatCount(others.length - maxErrors)} more`}</p>}
          <FilesInTheWay
            unreadable={unreadable}
            tooLarge={tooLarge}
            largest={largest}
            onLeaveOut={onLeaveOut}
          />
          {hint && <p className="mt-1.5">{hint}</p>}
        </Callout>
      )}
      {reports}
      {excludedByOwner.length > 0 && (
        <Callout
          action={
            <Button tone="quiet" size="small" onClick={onPutBack}>
              {excludedByOwner.length === 1 ? 'Put It Back' : 'Put Them Back'}
            </Button>
          }
        >
          {excludedByOwner.length === 1
            ? `${excludedByOwner[0]!.path} is left out.`
            : `You left out ${excludedByOwner.length} files.`}
        </Callout>
      )}
      <div className="border-rule border-t">
        <Disclosure
          title={errors.length > 0 ? 'Chosen' : 'Will be sent'}
          detail={`${counted(files.length, 'file')}, ${sizeText(bytes)}`}
        >
          <MonoList
            label="Files that will be sent"
            rows={files.slice(0, maxRows).map(({ path, size }) => ({ name: path, note: sizeText(size) }))}
            more={files.length - maxRows}
          />
        </Disclosure>
        {leftOut.length > 0 && (
          <Disclosure title="Left out" detail={leftOutText(leftOut)}>
            <MonoList
              label="What is left out"
              rows={leftOut.slice(0, maxRows).map(({ path, reason, files: count }) => ({
                name: path,
                note: count !== undefined && count > 1 ? `${reason}, ${counted(count, 'file')}` : reason,
              }))}
              more={leftOut.length - maxRows}
            />
          </Disclosure>
        )}
      </div>
      {errors.length === 0 && warnings.length > 0 && (
        <Callout tone="waiting">
          <Sentences>{warnings}</Sentences>
        </Callout>
      )}
      {refused.length > 0 && (
        <Callout tone="waiting" title={`${counted(refused.length, 'file')} cannot be uploaded`}>
          <MonoList label="Files that cannot be uploaded" rows={refused} />
          <p>Rename or move them and choose the project again, or go on without them.</p>
        </Callout>
      )}
    </div>
  )
}

interface PickedSummaryProps {
  checked: CheckedFiles<PickedFile>
  licence: Licence
  hint?: ReactNode
  /** What happens with the reports among the files. */
  reports?: ReactNode
  onLeaveOut: (paths: string[]) => void
  /** Includes all files again that the owner left out. */
  onPutBack: () => void
}

/**
 * Renders one sentence as text and several as a list, because wrapped sentences would run into each other on a phone.
 */
const Sentences = ({ children }: { children: readonly string[] }) =>
  children.length === 1 ? (
    children[0]
  ) : (
    <ul className="flex flex-col gap-1.5">
      {children.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )

const noLicenceFile =
  'You chose your own licence, but no LICENSE or COPYING lies at the top. Without one the Readymade licence holds.'
const maxErrors = 8
const maxRows = 200

/** The first reasons for left-out files, so that the owner need not open the list. */
function leftOutText(leftOut: readonly LeftOut[]) {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))]
  return reasons.length > 2 ? `${reasons.slice(0, 2).join(', ')}, …` : reasons.join(', ')
}

type Row = string | { name: string; note: string }

/** A scrolling list of file names or of sentences about files. */
export function MonoList({ label, rows, more = 0 }: { label: string; rows: readonly Row[]; more?: number }) {
  return (
    <ul
      aria-label={label}
      tabIndex={0}
      className="scroll-cue-below text-13 my-1.5 flex max-h-48 flex-col gap-1 overflow-y-auto font-mono wrap-anywhere"
    >
      {rows.map((row) =>
        typeof row === 'string' ? (
          <li key={row}>{row}</li>
        ) : (
          <li key={row.name} className="flex items-baseline justify-between gap-4">
            <span>{row.name}</span>
            <span className="text-quiet shrink-0 font-sans tabular-nums max-sm:max-w-[45%] max-sm:text-right">
              {row.note}
            </span>
          </li>
        ),
      )}
      {more > 0 && <li className="text-quiet">{`and ${formatCount(more)} more`}</li>}
    </ul>
  )
}
