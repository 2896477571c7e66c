import type { ReactNode } from 'react'

import { counted, grouped } from '#contract/kit/counted.ts'

import { sizeText } from '../../projects/file-tree.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Disclosure } from '../../ui/overlay/disclosure.tsx'
import type { CheckedFiles } from '../pick/check-files.ts'
import type { LeftOut, PickedFile } from '../pick/picked.ts'
import { MonoList } from './mono-list.tsx'

/** What will be sent and what stays behind, each with the reason, before anything is sent; and what stops it. */
export function PickedSummary({ checked, hint }: { checked: CheckedFiles<PickedFile>; hint?: ReactNode }) {
  const { files, bytes, leftOut, refused, errors, warnings } = checked
  return (
    <div className="flex flex-col gap-4">
      {errors.length > 0 && (
        <Callout tone="stopped" title="Please fix the validation errors before uploading">
          <Sentences>{errors.slice(0, maxErrors)}</Sentences>
          {errors.length > maxErrors && <p>and {grouped(errors.length - maxErrors)} more</p>}
          {hint && <p className="mt-1.5">{hint}</p>}
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

/** One sentence as it is, several as a list: wrapped on a phone they would run into each other. */
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

const maxErrors = 8
const maxRows = 200

/** The reasons, so that nobody need open the list to know that nothing of their own is missing. */
function leftOutText(leftOut: readonly LeftOut[]) {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))]
  return reasons.length > 2 ? `${reasons.slice(0, 2).join(', ')}, …` : reasons.join(', ')
}
