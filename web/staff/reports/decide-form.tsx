import { Form, useNavigation } from 'react-router'

import { ReportDecision, reportOutcomes, type StaffReport } from '#contract/projects/reports.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import { outcomeWord } from '../../reports/kind-words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** What staff decide of a report, with the reasons that are mailed. */
export function DecideForm({ report, answer }: { report: StaffReport; answer: FormAnswer | undefined }) {
  const { _id, about, isGone, projectId } = report
  const { ref, message, field } = useForm(constraints, answer, decisionDraft(_id))
  const isListing = about === 'listing'
  const offered = reportOutcomes.filter((one) => isListing || one !== 'recalled')
  return (
    <Sheet as="section" aria-label="Decision">
      <SheetHead title="Decision" />
      <Form ref={ref} method="post" noValidate className="flex flex-col gap-4 p-4 sm:p-5">
        {isGone && (
          <Callout tone="waiting" title={gone[about].title}>
            {gone[about].means}
          </Callout>
        )}
        {message && <Callout tone="stopped" {...message} />}
        <RadioGroup
          legend="What is done"
          required
          name="outcome"
          options={offered.map((value) => ({
            value,
            label: outcomeWord(value, about),
            hint: isGone && value === 'hidden' ? 'It is gone already.' : hints[about][value],
          }))}
          error={answer?.fields?.outcome}
        />
        <Field label="Reasons" hint={readers[about]} {...field('reasons')}>
          <TextArea rows={4} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={useNavigation().formData !== undefined} pendingText="One moment...">
            Decide
          </Button>
          {isListing && (
            <ButtonLink to={`/admin/projects/${projectId}/recall`} tone="quiet">
              Recall a Release
            </ButtonLink>
          )}
        </div>
      </Form>
    </Sheet>
  )
}

/** The name of what is typed for a report until it is decided. */
export const decisionDraft = (id: string) => `decision of ${id}`

const constraints = constraintsOf(ReportDecision)

const onItsPage = { no_action: 'It stays on the page.', hidden: undefined, recalled: undefined }
const hints = {
  listing: {
    no_action: 'It stays listed.',
    hidden: 'The project is rejected and no longer listed. Buyers keep their downloads.',
    recalled: 'After you have recalled a release: nobody can download it any more.',
  },
  review: { ...onItsPage, hidden: 'It leaves the page and the average; its writer is mailed why.' },
  question: { ...onItsPage, hidden: 'It leaves the page with its answer.' },
}

const readers = {
  listing: 'The reporter and the owner get them by email',
  review: 'The reporter gets them by email, and the writer when the review is taken off',
  question: 'The reporter gets them by email, and who asked and the owner when the question is taken off',
}

const itIsOff = 'The reporter still waits for your decision.'
const gone = {
  listing: {
    title: 'This project was deleted',
    means: 'Its buyers keep their downloads: if it is harmful, recall the release too.',
  },
  review: { title: 'This review is not on the page any more', means: itIsOff },
  question: { title: 'The project of this question was deleted', means: itIsOff },
}
