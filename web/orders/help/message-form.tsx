import { type ReactNode, useState } from 'react'

import { type HelpKind, helpKindLabels, helpKinds, helpLimits } from '#contract/orders/help.ts'

import { type ChosenPicture, PicturePicker } from '../../projects/owner/chosen-pictures.tsx'
import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioGroup, TextArea } from '../../ui/inputs.tsx'
import { KeptTexts } from './kept-texts.tsx'

/**
 * The form of a help request or of a message in one, with up to three pictures. What is typed and chosen stays until it
 * is sent.
 */
export function MessageForm(props: MessageFormProps) {
  const { intent, draft, label, hint, submit, steps = [], text, kind, beside, texts, tone } = props
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const [problem, setProblem] = useState<string>()
  const form = useActionForm(constraints, {
    draft,
    onDone: () => {
      for (const { url } of pictures) URL.revokeObjectURL(url)
      setPictures([])
      form.ref.current?.reset()
    },
  })
  const { error, ...pictureField } = form.field('pictures')
  return (
    <ActionForm
      form={form}
      intent={intent}
      aria-label={props.name}
      className="flex max-w-(--container-text) flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (form.pending) return
        const entered = new FormData(event.currentTarget)
        for (const { file } of pictures) entered.append('pictures', file)
        form.send(entered)
      }}
    >
      {steps.map((step) => (
        <input key={step} type="hidden" name="steps" value={step} />
      ))}
      {kind && (
        <>
          <p className="text-14 text-quiet">{kind.readers}</p>
          <RadioGroup
            legend="What is it about?"
            required
            name="kind"
            options={kinds}
            {...(kind.chosen && { defaultValue: kind.chosen })}
            error={form.field('kind').error}
          />
        </>
      )}
      <Field label={label} hint={hint} {...form.field('text', text)}>
        <TextArea rows={4} />
      </Field>
      <Field
        label="Pictures (optional)"
        hint={`What you see on your screen: up to ${helpLimits.pictures}, jpeg, png or webp`}
        {...pictureField}
        error={problem ?? error}
      >
        <PicturePicker
          pictures={pictures}
          max={helpLimits.pictures}
          compact
          onChange={setPictures}
          onProblem={setProblem}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" tone={tone} pending={form.pending} pendingText="Sending...">
          {submit}
        </Button>
        {beside}
      </div>
      {texts && (
        <KeptTexts
          texts={texts}
          current={() => textOf(form.ref.current)?.value.trim() ?? ''}
          onUse={(added) => insertInto(textOf(form.ref.current), added)}
        />
      )}
    </ActionForm>
  )
}

const constraints = {
  kind: {},
  text: { required: true, maxLength: helpLimits.text },
  pictures: {},
} as const

const kinds = helpKinds.map((value) => ({ value, label: helpKindLabels[value] }))

const textOf = (form: HTMLFormElement | null) => form?.querySelector('textarea')

/** Adds a text below what is typed, and leaves the cursor behind it. */
function insertInto(area: HTMLTextAreaElement | null | undefined, added: string): void {
  if (!area) return
  area.value = [area.value.trimEnd(), added].filter(Boolean).join('\n\n')
  // The draft is stored when something is typed.
  area.dispatchEvent(new Event('input', { bubbles: true }))
  area.focus()
}

interface MessageFormProps {
  intent: 'open-help' | 'write-help'
  /** The name of the form for screen readers. */
  name: string
  draft: string
  label: string
  hint?: ReactNode
  submit: string
  tone?: 'primary' | 'quiet'
  /** The ticked steps that come with a request. */
  steps?: readonly string[] | undefined
  /** The text at first. */
  text?: string
  /** Asks what a request is about, below who reads it. */
  kind?: { readers: string; chosen: HelpKind | undefined }
  /** Shown beside the button. */
  beside?: ReactNode
  /** The texts that the owner keeps for reuse. */
  texts?: readonly string[]
}
