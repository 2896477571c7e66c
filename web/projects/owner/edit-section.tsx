import { type ReactNode, useId, useState } from 'react'

import { ownerLicence } from '#contract/accounts/agreements.ts'
import { codeQuestionLimits } from '#contract/projects/code-questions.ts'
import { signInLimits } from '#contract/projects/demo-sign-ins.ts'
import { NewProject, OwnerEdit } from '#contract/projects/edits.ts'
import type { Project } from '#contract/projects/project.ts'
import { isSentBackByChange, type OwnerChange, sendsToReview } from '#contract/projects/verification.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { deleteDraft, hasDraft, seenByDraft } from '../../shell/form/draft.ts'
import type { Constraints, useForm } from '../../shell/form/use-form.ts'
import { useSite } from '../../shell/site.ts'
import { Button } from '../../ui/button.tsx'
import { usePreservedFocus } from '../../ui/focus.ts'
import { Fold } from '../../ui/fold.tsx'
import { SheetHead } from '../../ui/sheet.tsx'
import { OwnerLicence } from '../owner-licence.tsx'

/** A section that can be edited in place, folded unless it is `unfolded`; Cancel restores the old values. */
export function EditSection(props: EditSectionProps) {
  const { title, intent, names, project, detail, unfolded, renderFields, children } = props
  const note = reviewNote(names, project)
  const noteId = useId()
  const licence = ownerLicence(useSite())
  /** The project as it was when the section was opened, or when a draft of it was begun. */
  const [seen, setSeen] = useState(() => (hasDraft(intent) ? draftedOn(intent, project) : undefined))
  const isOpen = seen !== undefined
  const form = useActionForm(constraints, { draft: intent, onDone: () => setSeen(undefined) })
  const place = usePreservedFocus(isOpen)
  const cancel = () => {
    deleteDraft(intent)
    setSeen(undefined)
  }
  const actions = !isOpen && (
    <Button tone="quiet" size="small" aria-label={`Edit ${title}`} onClick={() => setSeen(project)}>
      Edit
    </Button>
  )
  const body = seen ? (
    <ActionForm form={form} intent={intent} className="flex flex-col gap-5 p-4 sm:p-5">
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      <input type="hidden" name="basedOn" value={form.answer?.entered?.basedOn ?? seen.updatedAt} />
      {renderFields(form.field)}
      {project.needsOwnerLicence && (
        <>
          <input type="hidden" name="ownerLicence" value={licence.version} />
          <OwnerLicence />
        </>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="flex gap-2">
          <Button
            type="submit"
            pending={form.pending}
            pendingText="Saving..."
            aria-describedby={note && noteId}
          >
            Save Changes
          </Button>
          <Button tone="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
        {note && (
          <p id={noteId} className="text-14 text-quiet min-w-48 flex-1">
            {note}
          </p>
        )}
      </div>
    </ActionForm>
  ) : (
    <div className="p-4 sm:p-5">{children}</div>
  )
  return (
    <div ref={place}>
      {unfolded ? (
        <section id={intent} aria-label={title} className="scroll-mt-24">
          <SheetHead title={title} actions={actions} />
          {body}
        </section>
      ) : (
        <Fold title={title} id={intent} detail={detail} actions={actions} open={isOpen}>
          {body}
        </Fold>
      )}
    </div>
  )
}

/** The project as it was when the draft of a section was begun. */
function draftedOn(intent: string, project: Project): Project {
  const seen = seenByDraft(intent)
  return seen === undefined ? project : (JSON.parse(seen) as Project)
}

/** The fields of a list: rows that are not used are empty, so a browser has nothing to check of them. */
const rowFields = {
  demoSignIns: { count: signInLimits.count, parts: ['role', 'user', 'password'] },
  codeQuestions: { count: codeQuestionLimits.count, parts: ['question', 'answer'] },
} as const
type RowField = {
  [Name in keyof typeof rowFields]: `${Name}/${number}/${(typeof rowFields)[Name]['parts'][number]}`
}[keyof typeof rowFields]
const rowNames = Object.entries(rowFields).flatMap(([name, { count, parts }]) =>
  Array.from({ length: count }, (_, index) => parts.map((part) => `${name}/${index}/${part}`)).flat(),
)

/** The constraints are the same for a new project and for a change. */
const constraints = {
  ...constraintsOf(NewProject),
  bundlePrice: constraintsOf(OwnerEdit).bundlePrice,
  ...Object.fromEntries(rowNames.map((name) => [name, {}])),
} as Constraints<keyof typeof NewProject.shape | 'bundlePrice' | RowField>

interface EditSectionProps {
  title: string
  intent: string
  /** The fields inside, with their names on the screen. */
  names: FieldNames
  project: Project
  /** What it holds, in a few words. */
  detail?: ReactNode
  unfolded?: boolean
  renderFields: (field: ReturnType<typeof useForm<keyof typeof constraints>>['field']) => ReactNode
  children: ReactNode
}

/** The fields that a form changes, each with its name on the screen. */
type FieldNames = Partial<Record<OwnerChange, string>>

/**
 * The note that an owner reads before saving these fields; undefined when saving them does not send the project back
 * to review.
 */
export function reviewNote(names: FieldNames, project: OnSale): string | undefined {
  if (!isSentBackByChange(project.verificationStatus)) return undefined
  const fields = Object.entries(names) as [OwnerChange, string][]
  const reviewed = fields.filter(([field]) => sendsToReview[field]).map(([, name]) => name)
  if (reviewed.length === 0) return undefined
  if (reviewed.length === fields.length)
    return `Saving sends the project back to review. ${saleNote(project)}`
  return `A new ${reviewed.join(' or ')} sends the project back to review; the rest does not.`
}

/** The consequence of every change that goes to review, as the settings are now. */
export const saleNote = ({ edition }: Pick<Project, 'edition'>): string =>
  edition?.isOnSale && edition.staysOnSale
    ? `Edition ${edition.number} stays on sale until staff have checked it.`
    : 'It is not listed until staff have checked it.'

type OnSale = Pick<Project, 'edition' | 'verificationStatus'>
