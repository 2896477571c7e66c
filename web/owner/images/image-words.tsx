import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { altWithoutWords } from '#contract/files/images.ts'
import type { Image, Project } from '#contract/projects.ts'

import { dropDraft, hasDraft } from '../../forms/draft.ts'
import { useForm } from '../../forms/use-form.ts'
import { pictureUrl } from '../../projects/project-picture.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Disclosure } from '../../ui/overlay/disclosure.tsx'
import { type Changed, wordsField } from '../owner-changes.ts'

const draft = 'describe-images'

/**
 * What each picture shows, in words; one form for all of them, so that they go to review once. They stand in the order that is
 * `shown`, and what is typed goes along with its picture.
 */
export function ImageWords({ project: { title, images }, shown }: ImageWordsProps) {
  const { data, state, Form } = useFetcher<Changed>()
  const constraints = Object.fromEntries(images.map(({ url }) => [wordsField(url), { maxLength: 200 }]))
  const { ref, message, field } = useForm<string>(constraints, data, draft)
  useEffect(() => {
    if (!data?.done) return
    dropDraft(draft)
    notify(data.done, { tone: 'done' })
  }, [data])
  const words = new Map(
    images.map(({ url, alt }, index) => [url, alt === altWithoutWords(title, index) ? '' : alt]),
  )
  const said = [...words.values()].filter(Boolean).length
  return (
    <Disclosure
      title="What the pictures show"
      detail={`${said} of ${images.length} described`}
      open={hasDraft(draft)}
      className="border-rule border-t"
    >
      <p className="text-14 text-quiet mb-4">
        Read out to people who cannot see the pictures, and read by search engines.
      </p>
      <Form ref={ref} method="post" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="describe-images" />
        {shown.map(({ url }, index) => (
          <div key={url} className="flex items-end gap-3">
            <input type="hidden" name="url" value={url} />
            <img
              src={pictureUrl(url, 320)}
              alt=""
              className="frame w-16 shrink-0 object-contain"
              loading="lazy"
            />
            <Field
              label={`Picture ${index + 1} shows`}
              className="min-w-0 flex-1"
              {...field(wordsField(url), words.get(url))}
            >
              <TextInput placeholder={index === 0 ? 'The list of patients with its search' : ''} />
            </Field>
          </div>
        ))}
        {message && <Callout tone="stopped" {...message} />}
        <Button
          type="submit"
          tone="quiet"
          className="self-start"
          pending={state !== 'idle'}
          pendingText="Saving..."
        >
          Save Descriptions
        </Button>
      </Form>
    </Disclosure>
  )
}

interface ImageWordsProps {
  project: Project
  shown: readonly Image[]
}
