import { rupees } from '#contract/kit/rupees.ts'
import type { Project } from '#contract/projects.ts'
import { categories, difficulties } from '#contract/projects/lists.ts'

import { FactRows } from '../ui/data/fact-rows.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { TagList } from '../ui/tag-list.tsx'
import { EditSection } from './edit-section.tsx'

/** Title and description. */
export function DetailsSection({ project: { title, description } }: { project: Project }) {
  return (
    <EditSection
      title="Description"
      intent="details"
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

/** Demo link, technologies and tags. */
export function LinksSection({ project: { demoUrl, technologies, tags } }: { project: Project }) {
  return (
    <EditSection
      title="Links & Metadata"
      intent="links"
      names={{ demoUrl: 'demo link', technologies: 'technologies', tags: 'tags' }}
      renderFields={(field) => (
        <>
          <Field label="Demo link" {...field('demoUrl', demoUrl)}>
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
        <p className="text-13 font-mono break-all">
          {demoUrl ? (
            <a href={demoUrl} target="_blank" rel="noopener noreferrer nofollow" className="link-rule">
              {demoUrl}
            </a>
          ) : (
            <span className="text-quiet">No demo link</span>
          )}
        </p>
        <TagList items={technologies} max={20} wrap label="Technologies" />
        <TagList items={tags} max={20} wrap label="Tags" />
      </div>
    </EditSection>
  )
}

/** Active switch, price, difficulty and category. */
export function PricingSection({ project: { isActive, price, difficulty, category } }: { project: Project }) {
  return (
    <EditSection
      title="Status & Pricing"
      intent="pricing"
      names={{ isActive: 'switch', price: 'price', difficulty: 'difficulty', category: 'category' }}
      renderFields={(field) => (
        <>
          <Switch
            name="isActive"
            label="Active"
            hint="Off takes it from the shop; nothing is lost"
            defaultChecked={isActive}
          />
          <Field label="Price" {...field('price', price)}>
            <TextInput type="number" inputMode="decimal" unit="₹" />
          </Field>
          <Field label="Difficulty" {...field('difficulty', difficulty)}>
            <Select options={difficulties} />
          </Field>
          <Field label="Category" {...field('category', category)}>
            <Select options={categories} />
          </Field>
        </>
      )}
    >
      <FactRows
        facts={[
          { term: 'visibility', value: isActive ? 'Active' : 'Inactive' },
          { term: 'price', value: rupees(price) },
          { term: 'difficulty', value: difficulty },
          { term: 'category', value: category },
        ]}
      />
    </EditSection>
  )
}
