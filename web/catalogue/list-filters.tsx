import { clsx } from 'clsx'
import type { MouseEvent, ReactNode } from 'react'
import { Form, Link } from 'react-router'

import { formatCount } from '#contract/kit/format.ts'
import { categories, difficulties, priceRanges, publicCategories } from '#contract/projects/categories.ts'
import { type Need, needs, needText } from '#contract/projects/needs.ts'
import { bestMatchLabel, sortLabels } from '#contract/projects/sorts.ts'

import { Button, TextLink } from '../ui/button.tsx'
import { BottomDrawer } from '../ui/drawer.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, Select, TextInput } from '../ui/inputs.tsx'
import { type ResultCount, listAddress, type ListChoice, priceText, showResultsLabel } from './list-query.ts'
import { SearchBox } from './search-box.tsx'
import { listFormId, useFormFromAddress, useListForm } from './use-list-form.ts'

export const drawerId = 'list-filters'

/**
 * The search field and the sort order, with the children between them. Where the filters have no column, the children
 * and the order stay in view. Without scripts the button submits the form.
 */
export function ListSearch({ choice, children }: { choice: ListChoice; children: ReactNode }) {
  const { show, isResting, cancel, ...events } = useListForm()
  const form = useFormFromAddress(choice, { show, isResting })
  return (
    <Form
      ref={form}
      id={listFormId}
      action="/projects"
      className="flex items-end gap-3 max-lg:contents"
      {...events}
    >
      <SearchBox choice={choice} onFollow={cancel} className="flex-1" />
      <div className="list-bar">
        {children}
        <Field
          label="Sort by"
          hideLabel
          className="w-52 max-lg:min-w-24 max-lg:flex-1 max-sm:[&_select]:pl-2.5"
        >
          <Select
            name="sort"
            defaultValue={choice.sort}
            options={choice.search ? searchSorts : sortOptions}
          />
        </Field>
        <HowWeRank className="max-sm:hidden" />
      </div>
    </Form>
  )
}

/** Leads to how the list is ordered: beside the order, on phones at the foot of the list. */
export const HowWeRank = ({ className }: { className: string }) => (
  <a
    href="/support/documentation#how-we-rank"
    className={clsx(
      'link-rule text-13 text-quiet inline-flex min-h-11 items-center whitespace-nowrap',
      className,
    )}
  >
    How we rank
  </a>
)

/**
 * The filters beside the list, each value with the number of projects it would leave; a drawer from below on phones.
 * They belong to the search form.
 */
export function ListFilters({ choice, facets = defaultFacets, hasRun, found, chosen }: ListFiltersProps) {
  const { onChange } = useListForm()
  const { category, technology, difficulty } = choice
  return (
    <BottomDrawer
      id={drawerId}
      title="Filters"
      footer={
        <Button wide popoverTarget={drawerId} popoverTargetAction="hide">
          {showResultsLabel(found)}
        </Button>
      }
    >
      <div
        onChange={onChange}
        className="[&>*+*]:border-rule flex flex-col gap-5 [&>*+*]:border-t [&>*+*]:pt-5"
      >
        <div className="flex items-center justify-between">
          <h2 className="text-18 max-lg:hidden">Filters</h2>
          <p className="text-14 text-quiet lg:hidden">
            {chosen === 0 ? 'Nothing chosen' : `${chosen} chosen`}
          </p>
          {(chosen > 0 || choice.search) && (
            <TextLink to="/projects" className="text-14">
              Clear All
            </TextLink>
          )}
        </div>
        <div>
          <RadioGroup
            legend="Category"
            name="category"
            form={listFormId}
            defaultValue={category}
            options={[
              { value: '', label: 'All categories' },
              ...withChosen(facets.categories, category)
                .filter(isShown(category))
                .map(toRadioOption(category)),
            ]}
          />
        </div>
        <Field label="Technology">
          <Select
            name="technology"
            form={listFormId}
            defaultValue={technology}
            placeholder="All technologies"
            options={withChosen(facets.technologies, technology).map(({ name, count }) => ({
              value: name,
              label: typeof count === 'number' ? `${name} (${formatCount(count)})` : name,
            }))}
          />
        </Field>
        <div>
          <RadioGroup
            legend="What it needs"
            name="needs"
            form={listFormId}
            defaultValue={choice.needs}
            options={[
              { value: '', label: 'Anything' },
              ...facets.needs
                .map(({ name, count }) => ({ name, count, text: needText(name) }))
                .map(toRadioOption(choice.needs)),
            ]}
          />
        </div>
        <div>
          <fieldset>
            <legend className="text-14 mb-1 font-semibold">Price in rupees</legend>
            <PriceRanges choice={choice} ranges={facets.prices} />
            <div className="mt-2 grid grid-cols-[1fr_1fr_auto] gap-2">
              <TextInput
                name="minPrice"
                form={listFormId}
                defaultValue={choice.minPrice}
                inputMode="decimal"
                placeholder="Min"
                aria-label="Lowest price"
                className="px-2!"
              />
              <TextInput
                name="maxPrice"
                form={listFormId}
                defaultValue={choice.maxPrice}
                inputMode="decimal"
                placeholder="Max"
                aria-label="Highest price"
                className="px-2!"
              />
              <Button type="submit" form={listFormId} tone="quiet" className="px-3!">
                Apply
              </Button>
            </div>
          </fieldset>
        </div>
        <div>
          <RadioGroup
            legend="Report"
            name="report"
            form={listFormId}
            defaultValue={choice.report}
            options={[
              { value: '', label: 'With or without' },
              { value: 'yes', label: 'With report' },
            ]}
          />
        </div>
        {(hasRun || choice.ran !== '') && (
          <div>
            <RadioGroup
              legend="Run by us"
              name="ran"
              form={listFormId}
              defaultValue={choice.ran}
              options={[
                { value: '', label: 'Seen running or not' },
                { value: 'yes', label: 'Runs: seen' },
              ]}
            />
          </div>
        )}
        <div>
          <RadioGroup
            legend="Difficulty"
            name="difficulty"
            form={listFormId}
            defaultValue={difficulty}
            options={[
              { value: '', label: 'All Levels' },
              ...withChosen(facets.difficulties, difficulty).map(toRadioOption(difficulty)),
            ]}
          />
        </div>
      </div>
    </BottomDrawer>
  )
}

/** Adds the selected value to the options when it is missing from them. */
function withChosen(values: readonly Counted[], chosen: string): readonly Counted[] {
  const isThere = chosen === '' || values.some(({ name }) => name === chosen)
  return isThere ? values : [...values, { name: chosen }]
}

const isShown =
  (chosen: string) =>
  ({ name, count }: Counted) =>
    isPublicCategory(name) || name === chosen || Boolean(count)

const isPublicCategory = (name: string) => publicCategories.some((category) => category === name)

const toRadioOption =
  (chosen: string) =>
  ({ name, count, text = name }: Counted & { text?: string }) => ({
    value: name,
    label: count === 0 && name !== chosen ? <span className="text-quiet">{text}</span> : text,
    detail: typeof count === 'number' ? formatCount(count) : undefined,
  })

/** The options of a list that comes without counts. */
const defaultFacets: Values = {
  categories: categories.map((name) => ({ name })),
  technologies: [],
  needs: needs.map((name) => ({ name })),
  difficulties: difficulties.map((name) => ({ name })),
  prices: priceRanges,
}

const sortOptions = Object.entries(sortLabels).map(([value, label]) => ({ value, label }))
const searchSorts = sortOptions.map(({ value, label }) => ({
  value,
  label: value === 'featured' ? bestMatchLabel : label,
}))

type Counted = { name: string; count?: number | null }
type Values = {
  categories: readonly Counted[]
  technologies: readonly Counted[]
  needs: readonly (Counted & { name: Need })[]
  difficulties: readonly Counted[]
  prices: readonly PriceRange[]
}
export type ListFiltersProps = {
  choice: ListChoice
  facets?: Values | undefined
  /** Whether some project was seen running. */
  hasRun?: boolean | undefined
  found: ResultCount
  chosen: number
}

/** Links to price ranges with their counts; the selected one is marked. The limits are in rupees. */
function PriceRanges({ choice, ranges }: PriceRangesProps) {
  return (
    <ul onClickCapture={submitRange}>
      {[{}, ...ranges].map(({ min, max, count }: PriceRange) => {
        const change = { minPrice: String(min ?? ''), maxPrice: String(max ?? '') }
        const isChosen = choice.minPrice === change.minPrice && choice.maxPrice === change.maxPrice
        return (
          <li key={`${min}-${max}`}>
            <Link
              to={listAddress(choice, change)}
              rel="nofollow"
              aria-current={isChosen || undefined}
              className={clsx('option option-link', count === 0 && !isChosen && 'text-quiet')}
            >
              <span className="tick" aria-hidden="true" />
              <span>{priceText(min, max)}</span>
              {typeof count === 'number' && <span className="count">{formatCount(count)}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Submits the form with the range instead of following the link, so that other unsent changes count too. The drawer
 * around the filters closes for every link, so the event is stopped to leave it open.
 */
function submitRange(event: MouseEvent) {
  const link = (event.target as Element).closest('a')
  const form = document.forms.namedItem(listFormId)
  if (!link || !form || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  const range = new URLSearchParams(link.search)
  for (const name of ['minPrice', 'maxPrice']) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = range.get(name) ?? ''
  }
  form.requestSubmit()
}

type PriceRange = { min?: number | undefined; max?: number | undefined; count?: number | null }
type PriceRangesProps = { choice: ListChoice; ranges: readonly PriceRange[] }
