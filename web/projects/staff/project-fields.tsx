import type { ReactNode } from 'react'

import { difficulties, staffCategories } from '#contract/projects/categories.ts'

import { entriesIn, numberIn, textIn } from '../../shell/form/use-form.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NumberInput, Select, Switch, TextArea, TextInput } from '../../ui/inputs.tsx'
import { ExtrasFields, extrasIn } from '../owner/terms-fields.tsx'

interface Values {
  title: string
  description: string
  category: string
  price: number
  technologies: string[]
  difficulty: string
  demoUrl: string | null
  githubUrl: string | null
  allowsCustomization: boolean
  includesInstallationSupport: boolean
  isActive: boolean
  isFeatured: boolean
}

/** The values of the fields as the body of a call. */
export const projectFieldsIn = (form: FormData) => ({
  title: textIn(form, 'title'),
  description: textIn(form, 'description'),
  category: textIn(form, 'category') as (typeof staffCategories)[number],
  price: numberIn(form, 'price'),
  technologies: entriesIn(form, 'technologies', ','),
  difficulty: textIn(form, 'difficulty'),
  demoUrl: textIn(form, 'demoUrl'),
  githubUrl: textIn(form, 'githubUrl'),
  ...extrasIn(form),
  isActive: form.has('isActive'),
  isFeatured: form.has('isFeatured'),
})

/**
 * The fields of a project that staff can edit (specification section 5). The present category stays an option when it
 * is not in the list.
 */
export function ProjectFields({ values, field, isPriceFixed = false }: ProjectFieldsProps) {
  const { category, difficulty = 'Beginner', technologies } = values
  const categories = [...staffCategories, ...(category && !isOffered(category) ? [category] : [])]
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Title" {...field('title', values.title)} className="sm:col-span-2">
        <TextInput />
      </Field>
      <Field label="Description" {...field('description', values.description)} className="sm:col-span-2">
        <TextArea rows={6} />
      </Field>
      <Field label="Category" {...field('category', category)}>
        <Select placeholder="Choose a category" options={categories} />
      </Field>
      <Field
        label="Price"
        {...(isPriceFixed && { hint: 'The owner’s: of our staff only a super admin changes it' })}
        {...field('price', values.price)}
      >
        <NumberInput inputMode="decimal" unit="₹" min={0} step={0.01} readOnly={isPriceFixed} />
      </Field>
      <Field
        label="Technologies"
        hint="Separated by commas"
        {...field('technologies', technologies?.join(', '))}
      >
        <TextInput placeholder="React, Node.js, MySQL" />
      </Field>
      <Field
        label="Difficulty"
        hint="For the student who will read it"
        {...field('difficulty', difficulty.toLowerCase())}
      >
        <Select options={difficulties.map((label) => ({ value: label.toLowerCase(), label }))} />
      </Field>
      <Field label="Demo URL" {...field('demoUrl', values.demoUrl)}>
        <TextInput type="url" inputMode="url" placeholder="https://" />
      </Field>
      <Field label="GitHub URL" {...field('githubUrl', values.githubUrl)}>
        <TextInput type="url" inputMode="url" placeholder="https://" />
      </Field>
      <Flag>
        <Switch
          name="isActive"
          label="Active"
          hint="The owner’s switch: when off, it is not listed; switching it on does not verify it"
          defaultChecked={values.isActive ?? true}
        />
      </Flag>
      <Flag>
        <Switch
          name="isFeatured"
          label="Featured"
          hint="On the home page, once it is verified"
          defaultChecked={values.isFeatured ?? false}
        />
      </Flag>
      <fieldset className="border-rule rounded-field border px-4 py-2 sm:col-span-2">
        <legend className="text-14 px-1">What the owner promises</legend>
        <ExtrasFields
          allowsCustomization={values.allowsCustomization ?? false}
          includesInstallationSupport={values.includesInstallationSupport ?? false}
        />
      </fieldset>
    </div>
  )
}

const isOffered = (category: string) => staffCategories.some((offered) => offered === category)

const Flag = ({ children }: { children: ReactNode }) => (
  <div className="border-rule rounded-field flex items-center border px-4 py-2 *:flex-1">{children}</div>
)

interface ProjectFieldsProps {
  values: Partial<Values>
  /** Whether the price is shown and cannot be changed. */
  isPriceFixed?: boolean
  field: (
    name: Exclude<
      keyof Values,
      'isActive' | 'isFeatured' | 'allowsCustomization' | 'includesInstallationSupport'
    >,
    value?: string | number | null,
  ) => Pick<FieldProps, 'required' | 'error' | 'control'>
}

/** The link from a form back to the list of projects. */
export const BackToProjects = () => (
  <ButtonLink
    to="/admin/projects"
    tone="quiet"
    size="small"
    className="mb-4"
    icon={<Icon name="chevron-left" className="size-4" />}
  >
    Back to Projects
  </ButtonLink>
)
