import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { Finding } from '#contract/projects/findings.ts'

import { type FormAnswer, useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { useKeptFocus } from '../ui/form/use-kept-focus.ts'

interface ExplainProps {
  finding: Finding
  /** The other findings of the rule in the same file that are open too. */
  others: Finding[]
  address: string
}

/** Lets the owner say why a finding is none, with one press of a ready reason or in their own words, and take it back. */
export function ExplainFinding({ finding, others, address }: ExplainProps) {
  const fetcher = useFetcher<FormAnswer & { done?: string }>()
  const [isOpen, setOpen] = useState(false)
  const [isForAll, setForAll] = useState(true)
  const { data } = fetcher
  const { ref, message, field } = useForm(constraints, data)
  const place = useKeptFocus(finding.waiver ? 'explained' : isOpen)
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  const pressed = fetcher.state === 'idle' ? undefined : fetcher.formData?.get('reason')
  const marks = [finding, ...(isForAll ? others : [])].map(({ mark }) => mark)
  const marked = (
    <>
      <input type="hidden" name="rule" value={finding.rule} />
      <input type="hidden" name="file" value={finding.file} />
      {marks.map((mark) => (
        <input key={mark} type="hidden" name="mark" value={mark} />
      ))}
    </>
  )
  const where = `${finding.title}, ${finding.file}${finding.line === null ? '' : `, line ${finding.line}`}`
  if (finding.waiver)
    return (
      <div ref={place} className="mt-3">
        <fetcher.Form method="post" action={address}>
          <input type="hidden" name="intent" value="unwaive" />
          {marked}
          <Button
            type="submit"
            tone="quiet"
            size="small"
            pending={fetcher.state !== 'idle'}
            aria-label={`Take back: ${where}`}
          >
            Take Back
          </Button>
        </fetcher.Form>
      </div>
    )
  if (!isOpen)
    return (
      <div ref={place} className="mt-3">
        <Button
          tone="quiet"
          size="small"
          aria-label={`This is not so: ${where}`}
          onClick={() => setOpen(true)}
        >
          This Is Not So
        </Button>
      </div>
    )
  return (
    <div ref={place} className="mt-3 flex max-w-xl flex-col gap-3">
      <p className="text-14 font-semibold">Why not?</p>
      {/* Before the ready reasons: one press of those saves. */}
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
      <fetcher.Form method="post" action={address}>
        <input type="hidden" name="intent" value="waive" />
        {marked}
        <div className="flex flex-wrap gap-2">
          {reasons[finding.kind].map((reason) => (
            <Button
              key={reason}
              type="submit"
              tone="quiet"
              size="small"
              name="reason"
              value={reason}
              className="h-auto! py-1.5 text-left whitespace-normal!"
              pending={pressed === reason}
              disabled={fetcher.state !== 'idle'}
            >
              {reason}
            </Button>
          ))}
        </div>
      </fetcher.Form>
      <fetcher.Form ref={ref} method="post" action={address} noValidate className="flex flex-col gap-3">
        <input type="hidden" name="intent" value="waive" />
        {marked}
        <Field
          label="Or in your own words"
          {...field('ownReason')}
          error={message?.children ?? field('ownReason').error}
        >
          <TextInput />
        </Field>
        <div className="flex gap-2">
          <Button
            type="submit"
            size="small"
            pending={fetcher.state !== 'idle' && !pressed}
            disabled={fetcher.state !== 'idle'}
            pendingText="Saving..."
          >
            Save Reason
          </Button>
          <Button tone="quiet" size="small" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        </div>
      </fetcher.Form>
    </div>
  )
}

const constraints = { ownReason: { maxLength: 300 } }

/** What owners say most. */
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
