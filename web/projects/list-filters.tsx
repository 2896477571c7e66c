import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { BottomDrawer } from '../ui/bottom-drawer.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { type ListChoice, sortLabels } from './list-query.ts'
import { useFormOfAddress, useListForm } from './use-list-form.ts'

const formId = 'list-form'
export const drawerId = 'list-filters'

/** The search box and the order; the children stand between them. Without scripts the button sends the form. */
export function ListSearch({ choice, children }: { choice: ListChoice; children: ReactNode }) {
  const { show, ...events } = useListForm()
  const form = useFormOfAddress(choice, show)
  return (
    <Form ref={form} id={formId} action="/projects" className="flex flex-wrap items-end gap-3" {...events}>
      <SearchField
        label="Search projects"
        placeholder="Title, technology or topic"
        defaultValue={choice.search}
        submit="Search"
        className="flex-1 basis-72"
      />
      {children}
      <Field label="Sort by" hideLabel className="w-52 max-sm:flex-1">
        <Select name="sort" defaultValue={choice.sort} options={sortOptions} />
      </Field>
    </Form>
  )
}

/** The filters beside the list; on phones a sheet from below. They belong to the search form. */
export function ListFilters({ choice, categories, technologies, total }: ListFiltersProps) {
  const { onChange } = useListForm()
  return (
    <BottomDrawer
      id={drawerId}
      title="Filters"
      footer={
        <Button wide popoverTarget={drawerId} popoverTargetAction="hide">
          Show {total === 1 ? '1 project' : `${total} projects`}
        </Button>
      }
    >
      <div
        onChange={onChange}
        className="[&>*+*]:border-rule flex flex-col gap-5 [&>*+*]:border-t [&>*+*]:pt-5"
      >
        <div className="flex items-center justify-between">
          <h2 className="text-18">Filters</h2>
          <TextLink to="/projects" className="text-14">
            Clear All
          </TextLink>
        </div>
        <div>
          <RadioGroup
            legend="Category"
            name="category"
            form={formId}
            defaultValue={choice.category}
            options={[
              { value: '', label: 'All categories' },
              ...categories.map(({ name, count }) => ({ value: name, label: name, detail: count })),
            ]}
          />
        </div>
        <Field label="Technology">
          <Select
            name="technology"
            form={formId}
            defaultValue={choice.technology}
            placeholder="All technologies"
            options={technologies.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }))}
          />
        </Field>
        <div>
          <fieldset>
            <legend className="text-14 mb-1.5 font-semibold">Price in rupees</legend>
            <div className="grid grid-cols-[1fr_1fr_auto] gap-2">
              <TextInput
                name="minPrice"
                form={formId}
                defaultValue={choice.minPrice}
                inputMode="decimal"
                placeholder="Min"
                aria-label="Lowest price"
              />
              <TextInput
                name="maxPrice"
                form={formId}
                defaultValue={choice.maxPrice}
                inputMode="decimal"
                placeholder="Max"
                aria-label="Highest price"
              />
              <Button type="submit" form={formId} tone="quiet">
                Apply
              </Button>
            </div>
          </fieldset>
        </div>
        <div>
          <RadioGroup
            legend="Difficulty"
            name="difficulty"
            form={formId}
            defaultValue={choice.difficulty}
            options={[
              { value: '', label: 'All Levels' },
              ...['Beginner', 'Intermediate', 'Advanced'].map((value) => ({ value, label: value })),
            ]}
          />
        </div>
      </div>
    </BottomDrawer>
  )
}

const sortOptions = Object.entries(sortLabels).map(([value, label]) => ({ value, label }))

interface Counted {
  name: string
  count: number
}
export type ListFiltersProps = {
  choice: ListChoice
  categories: readonly Counted[]
  technologies: readonly Counted[]
  total: number
}
