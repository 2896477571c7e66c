import type { Project } from '#contract/projects.ts'

import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { EditSection } from './edit-section.tsx'

/** Title and description. */
export function DescriptionSection({
  project: { title, description, verificationStatus },
}: {
  project: Project
}) {
  return (
    <EditSection
      title="Description"
      intent="details"
      status={verificationStatus}
      names={{ title: 'title', description: 'description' }}
      renderFields={(field) => (
        <>
          <Field label="Title" {...field('title', title)}>
            <TextInput />
          </Field>
          <Field label="Description" {...field('description', description)}>
            <TextArea rows={10} />
          </Field>
        </>
      )}
    >
      <p className="max-w-(--container-text) break-words whitespace-pre-line">{description}</p>
    </EditSection>
  )
}
