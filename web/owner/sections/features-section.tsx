import type { Project } from '#contract/projects.ts'

import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { EditSection } from './edit-section.tsx'

/** Key features and requirements, one on each line. */
export function FeaturesSection({ project }: { project: Project }) {
  const { features, requirements, verificationStatus } = project
  return (
    <EditSection
      title="Features & Requirements"
      intent="features"
      status={verificationStatus}
      names={{ features: 'key features', requirements: 'requirements' }}
      renderFields={(field) => (
        <>
          <Field label="Key features" hint="One on each line" {...field('features', features.join('\n'))}>
            <TextArea rows={6} />
          </Field>
          <Field
            label="Requirements"
            hint="One on each line"
            {...field('requirements', requirements.join('\n'))}
          >
            <TextArea rows={4} />
          </Field>
        </>
      )}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Lines title="Key features" items={features} none="None yet. Say what the project can do." />
        <Lines title="Requirements" items={requirements} none="None yet. Say what has to be installed." />
      </div>
    </EditSection>
  )
}

const Lines = ({ title, items, none }: { title: string; items: readonly string[]; none: string }) => (
  <div className="min-w-0">
    <h3 className="text-14 font-sans font-semibold">{title}</h3>
    {items.length === 0 ? (
      <p className="text-14 text-quiet mt-1">{none}</p>
    ) : (
      <ul className="mt-1 list-disc pl-5 break-words">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )}
  </div>
)
