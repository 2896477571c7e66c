import type { Api } from '#contract/client.ts'
import { blocksOf } from '#contract/content/blocks.ts'

import { numberIn, textIn } from '../../../forms/entered.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { SettingsForm } from '../settings-form.ts'
import { OwnText } from './own-text.tsx'

const count = { min: 0, max: 1000, step: 1 } as const
const aboutConstraints = {
  mission: { maxLength: 2000 },
  vision: { maxLength: 2000 },
  yearsExperience: count,
  countriesServed: count,
  values: { maxLength: 8000 },
  services: { maxLength: 8000 },
  timeline: { maxLength: 8000 },
} as const

/** What the about page says. */
export const aboutForm: SettingsForm<'aboutPage'> = {
  lead: 'The about page. What is empty here says what is built in. In the lists below, leave an empty line between entries.',
  constraints: aboutConstraints,
  read: (form) => ({
    mission: textIn(form, 'mission'),
    vision: textIn(form, 'vision'),
    yearsExperience: numberIn(form, 'yearsExperience') ?? null,
    countriesServed: numberIn(form, 'countriesServed') ?? null,
    values: textIn(form, 'values'),
    services: textIn(form, 'services'),
    timeline: textIn(form, 'timeline'),
  }),
  builtIn: builtInAbout,
  Fields: ({ value, field, builtIn = {} }) => (
    <>
      <OwnText label="Mission" rows={3} builtIn={builtIn.mission} {...field('mission', value.mission)} />
      <OwnText label="Vision" rows={3} builtIn={builtIn.vision} {...field('vision', value.vision)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Years of experience" {...field('yearsExperience', value.yearsExperience)}>
          <TextInput type="number" inputMode="numeric" />
        </Field>
        <Field label="Countries served" {...field('countriesServed', value.countriesServed)}>
          <TextInput type="number" inputMode="numeric" />
        </Field>
      </div>
      <OwnText
        label="What we stand for"
        hint="A title on one line, its text below it"
        builtIn={builtIn.values}
        {...field('values', value.values)}
      />
      <OwnText
        label="What we do"
        hint="A title, its text below it, and points that begin with a dash"
        builtIn={builtIn.services}
        {...field('services', value.services)}
      />
      <OwnText
        label="How it came about"
        hint="2026: a title on one line, its text below it"
        builtIn={builtIn.timeline}
        {...field('timeline', value.timeline)}
      />
    </>
  ),
}

async function builtInAbout(api: Api) {
  const { about } = await api.content.about()
  return {
    mission: about.company.mission,
    vision: about.company.vision,
    values: blocksOf(about.values.map(({ title, description }) => [title, description])),
    services: blocksOf(
      about.services.map(({ title, description, features }) => [
        title,
        description,
        ...features.map((feature) => `- ${feature}`),
      ]),
    ),
    timeline: blocksOf(
      about.timeline.map(({ year, title, description }) => [`${year}: ${title}`, description]),
    ),
  }
}
