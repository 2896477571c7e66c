import { type ComponentProps, useState } from 'react'

import { counted, inRupees, rupees } from '#contract/kit/format.ts'
import { categories, difficulties } from '#contract/projects/categories.ts'
import type { Project } from '#contract/projects/project.ts'

import { TagList } from '../../ui/badge.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Select, Switch, TextArea, TextInput } from '../../ui/inputs.tsx'
import { EditSection } from './edit-section.tsx'
import { OwnerShare } from './owner-share.tsx'

/**
 * The section for the active switch, price, difficulty and category. Folded it shows only what stands nowhere else on
 * the page.
 */
export function PricingSection({ project }: { project: Project }) {
  const { isActive, price, reportPrice, bundlePrice, difficulty, category } = project
  return (
    <EditSection
      title="Status & Pricing"
      unfolded
      intent="pricing"
      project={project}
      names={{
        isActive: 'switch',
        price: 'price',
        bundlePrice: 'price together',
        difficulty: 'difficulty',
        category: 'category',
      }}
      renderFields={(field) => (
        <>
          <Switch
            name="isActive"
            label="Active"
            hint="When off, it is not listed; nothing is lost"
            defaultChecked={isActive}
          />
          <PriceField price={price} tied={field('price', price)} />
          {reportPrice !== null && (
            <Field
              label="Code and report together"
              hint={`Empty: no price of its own. At most ${inRupees(price + reportPrice)}`}
              {...field('bundlePrice', bundlePrice)}
            >
              <NumberInput inputMode="decimal" unit="₹" />
            </Field>
          )}
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
          ...(bundlePrice === null ? [] : [{ term: 'with report', value: rupees(bundlePrice) }]),
          { term: 'difficulty', value: difficulty },
        ]}
      />
    </EditSection>
  )
}

/** The field for the price, with the amount that the owner receives as it is typed. */
function PriceField({
  price,
  tied,
}: {
  price: number
  tied: Omit<ComponentProps<typeof Field>, 'label' | 'children'>
}) {
  const [typed, setTyped] = useState<number | undefined>(price)
  return (
    <div>
      <Field label="Price" {...tied}>
        <NumberInput
          inputMode="decimal"
          unit="₹"
          onInput={({ currentTarget: { value } }) => setTyped(value === '' ? undefined : Number(value))}
        />
      </Field>
      <OwnerShare price={typed} />
    </div>
  )
}

/** The section for title and description. */
export function DescriptionSection({ project }: { project: Project }) {
  const { title, description } = project
  return (
    <EditSection
      title="Description"
      intent="details"
      project={project}
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

/** The section for key features and requirements, one on each line. */
export function FeaturesSection({ project }: { project: Project }) {
  const { features, requirements } = project
  return (
    <EditSection
      title="Features & Requirements"
      detail={`${counted(features.length, 'feature')}, ${counted(requirements.length, 'requirement')}`}
      intent="features"
      project={project}
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

/** The section for demo and repository links, technologies and tags. */
export function LinksSection({ project }: { project: Project }) {
  const { demoUrl, githubUrl, technologies, tags } = project
  return (
    <EditSection
      title="Links & Metadata"
      detail={counted(technologies.length, 'technology', 'technologies')}
      intent="links"
      project={project}
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
        <UrlLine url={demoUrl} none="No demo link" />
        <UrlLine url={githubUrl} none="No repository link" />
        <TagList items={technologies} max={20} wrap label="Technologies" />
        <TagList items={tags} max={20} wrap label="Tags" />
      </div>
    </EditSection>
  )
}

const UrlLine = ({ url, none }: { url: string | null; none: string }) => (
  <p className="text-13 break-all">
    {url ? (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="link-rule">
        {url}
      </a>
    ) : (
      <span className="text-quiet">{none}</span>
    )}
  </p>
)
