import { type ComponentProps, useState } from 'react'

import { inRupees, rupees } from '#contract/kit/rupees.ts'
import type { Project } from '#contract/projects.ts'
import { categories, difficulties } from '#contract/projects/lists.ts'

import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Receives } from '../new-project/receives.tsx'
import { EditSection } from './edit-section.tsx'

/** Active switch, price, difficulty and category. */
export function PricingSection({ project }: { project: Project }) {
  const visibility = project.archivedAt ? 'Archived' : project.isActive ? 'Active' : 'Inactive'
  const { isActive, price, reportPrice, bundlePrice, difficulty, category, verificationStatus } = project
  return (
    <EditSection
      title="Status & Pricing"
      intent="pricing"
      status={verificationStatus}
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
              <TextInput type="number" inputMode="decimal" unit="₹" />
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
          { term: 'visibility', value: visibility },
          { term: 'price', value: rupees(price) },
          ...(bundlePrice === null ? [] : [{ term: 'with report', value: rupees(bundlePrice) }]),
          { term: 'difficulty', value: difficulty },
          { term: 'category', value: category },
        ]}
      />
    </EditSection>
  )
}

/** The price, and what the owner receives of it while it is typed. */
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
        <TextInput
          type="number"
          inputMode="decimal"
          unit="₹"
          onInput={({ currentTarget: { value } }) => setTyped(value === '' ? undefined : Number(value))}
        />
      </Field>
      <Receives price={typed} />
    </div>
  )
}
