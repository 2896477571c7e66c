import { useState } from 'react'

import { type Finding, type Findings, findsRealKeys } from '#contract/projects/findings.ts'

import { ActionButton, ActionForm, useAction, useActionForm } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { usePreservedFocus } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import { FindingGroups } from './finding-groups.tsx'
import { findingsAddress, FoldedFindings } from './findings-sheet.tsx'

/**
 * The findings of the signed-in owner's project, to be fixed or explained before staff review it. Renders nothing
 * before there are files.
 */
export function OwnerFindings({
  project: { _id, hasFiles, technologies },
}: {
  project: { _id: string; hasFiles: boolean; technologies: string[] }
}) {
  const address = findingsAddress('owner', _id)
  if (!hasFiles) return null
  return (
    <FoldedFindings
      address={address}
      renderFindings={(findings) => (
        <>
          <FindingGroups
            findings={findings.findings}
            omitted={findings.omitted}
            as="owner"
            renderActions={(finding, ofRule) => (
              <ExplainFinding finding={finding} others={othersBeside(finding, ofRule)} address={address} />
            )}
          />
          <OfferedTechnologies
            technologies={findings.technologies}
            named={technologies.length}
            address={address}
          />
        </>
      )}
    />
  )
}

const othersBeside = (finding: Finding, ofRule: Finding[]) => [
  ...new Map(
    ofRule
      .filter(({ file, mark, waiver }) => file === finding.file && mark !== finding.mark && !waiver)
      .map((other) => [other.mark, other]),
  ).values(),
]

interface ExplainProps {
  finding: Finding
  /** The other findings of the rule in the same file that are open too. */
  others: Finding[]
  address: string
}

/**
 * Lets the owner explain why a finding does not apply, with a ready reason or in their own words, and withdraw the
 * explanation.
 */
function ExplainFinding({ finding, others, address }: ExplainProps) {
  const form = useActionForm(constraints, { action: address })
  const [isOpen, setOpen] = useState(false)
  const [isForAll, setForAll] = useState(true)
  const place = usePreservedFocus(finding.waiver ? 'explained' : isOpen)
  const { rule, file } = finding
  const marks = [finding, ...(isForAll ? others : [])].map(({ mark }) => mark)
  const where = `${finding.title}, ${finding.file}${finding.line === null ? '' : `, line ${finding.line}`}`
  if (finding.waiver)
    return (
      <div ref={place} className="mt-3">
        <ActionButton
          submit={{ intent: 'unwaive', rule, file, mark: finding.mark }}
          action={address}
          tone="quiet"
          size="small"
          aria-label={`Take back: ${where}`}
        >
          Take Back
        </ActionButton>
      </div>
    )
  if (!isOpen)
    return (
      <div ref={place} className="mt-3">
        <Button
          tone="quiet"
          size="small"
          aria-label={`It is harmless: ${where}`}
          onClick={() => setOpen(true)}
        >
          It is harmless
        </Button>
      </div>
    )
  return (
    <div ref={place} className="mt-3 flex max-w-xl flex-col gap-3">
      <p className="text-14 font-semibold">Why?</p>
      <p className="text-14 text-quiet">
        Our staff read this. Once the project is approved, a new reason counts for visitors only after the
        next approval.
      </p>
      {/* It stands before the ready reasons, because pressing one of those saves at once. */}
      {others.length > 0 && (
        <Checkbox
          label={
            others.length === 1
              ? 'Also for the other one in this file'
              : `Also for the other ${others.length} in this file`
          }
          checked={isForAll}
          onChange={({ target }) => setForAll(target.checked)}
          className="-my-2"
        />
      )}
      <div className="flex flex-wrap gap-2">
        {reasonsFor(finding).map((reason) => (
          <ActionButton
            key={reason}
            by={form}
            submit={{ intent: 'waive', rule, file, mark: marks, reason }}
            tone="quiet"
            size="small"
            className="h-auto! py-1.5 text-left whitespace-normal!"
          >
            {reason}
          </ActionButton>
        ))}
      </div>
      <ActionForm form={form} intent="waive" className="flex flex-col gap-3">
        <input type="hidden" name="rule" value={rule} />
        <input type="hidden" name="file" value={file} />
        {marks.map((mark) => (
          <input key={mark} type="hidden" name="mark" value={mark} />
        ))}
        <Field label="Or in your own words" {...form.field('ownReason')}>
          <TextInput />
        </Field>
        <div className="flex gap-2">
          <Button
            type="submit"
            size="small"
            pending={form.pending && !form.sent?.has('reason')}
            disabled={form.sent?.has('reason')}
            pendingText="Saving..."
          >
            Save Reason
          </Button>
          <Button tone="quiet" size="small" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        </div>
      </ActionForm>
    </div>
  )
}

const constraints = { ownReason: { maxLength: 300 } }

/** The most common reasons of owners for such a finding. */
const reasonsFor = ({ rule, kind }: Finding): string[] =>
  findsRealKeys(rule) ? ['I have changed it at the service since'] : reasons[kind]

const reasons: Record<Finding['kind'], string[]> = {
  secret: [
    'It is a made-up value',
    'It works on my own computer only',
    'I have changed it at the service since',
  ],
  personal: ['These people and numbers are invented'],
  running: [
    'It is made when the project runs',
    'The README says how to get it',
    'The check is mistaken, it runs',
  ],
  note: ['It is meant to be like this'],
}

/** The number of technologies that a project may name, and the number that is offered at once. */
const maxTechnologies = { named: 20, offered: 8 }

/**
 * Offers the technologies that are found in the files and not named in the project's details, one by one or all
 * together.
 */
function OfferedTechnologies({
  technologies,
  named,
  address,
}: Pick<Findings, 'technologies'> & { named: number; address: string }) {
  const by = useAction({ action: address })
  const offered = technologies
    .filter(({ isDeclared }) => !isDeclared)
    .slice(0, Math.max(0, Math.min(maxTechnologies.offered, maxTechnologies.named - named)))
    .map(({ name }) => name)
  if (offered.length === 0) return null
  const add = (names: string[]) => ({ intent: 'technologies', technology: names })
  return (
    <div className="border-rule flex flex-wrap items-center gap-x-4 gap-y-3 border-t px-4 py-4 sm:px-5">
      <p className="text-14 min-w-0 basis-full font-semibold">
        Your files use these too. Add them, so that buyers find the project by them.
      </p>
      <div className="flex flex-wrap gap-2">
        {offered.map((name) => (
          <ActionButton
            key={name}
            by={by}
            submit={add([name])}
            tone="quiet"
            size="small"
            icon={<Icon name="plus" />}
            aria-label={`Add ${name}`}
          >
            {name}
          </ActionButton>
        ))}
      </div>
      {offered.length > 1 && (
        <ActionButton by={by} submit={add(offered)} tone="link" size="small">
          Add All
        </ActionButton>
      )}
      <Failure className="basis-full">{by.failure}</Failure>
    </div>
  )
}
