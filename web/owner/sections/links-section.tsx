import type { Project } from '#contract/projects.ts'

import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { EditSection } from './edit-section.tsx'

/** Demo and repository links, technologies and tags. */
export function LinksSection({ project }: { project: Project }) {
  const { demoUrl, githubUrl, technologies, tags, verificationStatus } = project
  return (
    <EditSection
      title="Links & Metadata"
      intent="links"
      status={verificationStatus}
      names={{
        demoUrl: 'demo link',
        githubUrl: 'repository link',
        technologies: 'technologies',
        tags: 'tags',
      }}
      renderFields={(field) => (
        <>
          <Field label="Demo link" {...field('demoUrl', demoUrl)}>
            <TextInput type="url" inputMode="url" placeholder="https://" />
          </Field>
          <Field
            label="Repository link"
            hint="Shown in public: leave it empty when the repository holds what you sell"
            {...field('githubUrl', githubUrl)}
          >
            <TextInput type="url" inputMode="url" placeholder="https://" />
          </Field>
          <Field
            label="Technologies"
            hint="Separated by commas"
            {...field('technologies', technologies.join(', '))}
          >
            <TextInput />
          </Field>
          <Field label="Tags" hint="Separated by commas" {...field('tags', tags.join(', '))}>
            <TextInput />
          </Field>
        </>
      )}
    >
      <div className="flex flex-col gap-3">
        <Address url={demoUrl} none="No demo link" />
        <Address url={githubUrl} none="No repository link" />
        <TagList items={technologies} max={20} wrap label="Technologies" />
        <TagList items={tags} max={20} wrap label="Tags" />
      </div>
    </EditSection>
  )
}

const Address = ({ url, none }: { url: string | null; none: string }) => (
  <p className="text-13 font-mono break-all">
    {url ? (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="link-rule">
        {url}
      </a>
    ) : (
      <span className="text-quiet">{none}</span>
    )}
  </p>
)
