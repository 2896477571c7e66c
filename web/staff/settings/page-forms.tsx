import { type ReactNode, useRef } from 'react'

import type { Api } from '#contract/client.ts'
import type { Team } from '#contract/content/content.ts'
import { joinBlocks } from '#contract/content/page-texts.ts'

import { supportPages, type SupportText } from '../../content/support-texts.ts'
import { numberIn, textIn, type useForm } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, NumberInput, TextArea, TextInput } from '../../ui/inputs.tsx'
import type { SettingsForm } from './settings-form.ts'

const words = { required: true, maxLength: 12 } as const
const homeConstraints = {
  countsProjects: {},
  countsStudents: {},
  countsTechnologies: {},
  projectsText: words,
  studentsText: words,
  technologiesText: words,
} as const
const isOn = (form: FormData, name: string) => form.get(name) === 'on'

/** The settings of the home page's figures, counted or in words of staff's own. */
export const homeForm: SettingsForm<'home'> = {
  lead: 'The strip of figures on the home page. Counted figures are always true. Words of your own must be true too: who promises more than there is may be fined (section 21, Consumer Protection Act).',
  constraints: homeConstraints,
  read: (form) => ({
    countsProjects: isOn(form, 'countsProjects'),
    countsStudents: isOn(form, 'countsStudents'),
    countsTechnologies: isOn(form, 'countsTechnologies'),
    projectsText: textIn(form, 'projectsText'),
    studentsText: textIn(form, 'studentsText'),
    technologiesText: textIn(form, 'technologiesText'),
  }),
  Fields: ({ value, field }) => (
    <>
      <Checkbox
        name="countsProjects"
        defaultChecked={value.countsProjects}
        label="Count the projects"
        hint="Those listed now"
      />
      <Field
        label="Projects, when not counted"
        className="max-w-60"
        {...field('projectsText', value.projectsText)}
      >
        <TextInput autoComplete="off" />
      </Field>
      <Checkbox
        name="countsStudents"
        defaultChecked={value.countsStudents}
        label="Count the students"
        hint="Members with a completed order"
      />
      <Field
        label="Students, when not counted"
        className="max-w-60"
        {...field('studentsText', value.studentsText)}
      >
        <TextInput autoComplete="off" />
      </Field>
      <Checkbox
        name="countsTechnologies"
        defaultChecked={value.countsTechnologies}
        label="Count the technologies"
        hint="Those of projects listed now"
      />
      <Field
        label="Technologies, when not counted"
        className="max-w-60"
        {...field('technologiesText', value.technologiesText)}
      >
        <TextInput autoComplete="off" />
      </Field>
    </>
  ),
}

const hoursConstraints = {
  lines: { required: true, maxLength: 500 },
  timeZone: { required: true, maxLength: 40 },
} as const

/** The business hours on the contact page. */
export const hoursForm: SettingsForm<'hours'> = {
  lead: 'When somebody answers, on the contact page.',
  constraints: hoursConstraints,
  read: (form) => ({ lines: textIn(form, 'lines'), timeZone: textIn(form, 'timeZone') }),
  Fields: ({ value, field }) => (
    <>
      <Field
        label="Business hours"
        hint="One line for each: the days, a colon, and the time, such as Mon-Fri: 9 AM - 6 PM"
        {...field('lines', value.lines)}
      >
        <TextArea rows={4} autoComplete="off" />
      </Field>
      <Field
        label="Time zone"
        hint="Such as Indian time"
        className="max-w-72"
        {...field('timeZone', value.timeZone)}
      >
        <TextInput autoComplete="off" />
      </Field>
    </>
  ),
}

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

/** The texts of the about page. */
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
          <NumberInput inputMode="numeric" />
        </Field>
        <Field label="Countries served" {...field('countriesServed', value.countriesServed)}>
          <NumberInput inputMode="numeric" />
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
    values: joinBlocks(about.values.map(({ title, description }) => [title, description])),
    services: joinBlocks(
      about.services.map(({ title, description, features }) => [
        title,
        description,
        ...features.map((feature) => `- ${feature}`),
      ]),
    ),
    timeline: joinBlocks(
      about.timeline.map(({ year, title, description }) => [`${year}: ${title}`, description]),
    ),
  }
}

const faqConstraints = { questions: { maxLength: 30_000 } } as const

/** The frequent questions of the contact page. */
export const faqForm: SettingsForm<'faq'> = {
  lead: 'The frequent questions of the contact page.',
  constraints: faqConstraints,
  read: (form) => ({ questions: textIn(form, 'questions') }),
  builtIn: async (api: Api) => {
    const { contact } = await api.content.contact()
    return { questions: joinBlocks(contact.faq.map(({ question, answer }) => [question, answer])) }
  },
  Fields: ({ value, field, builtIn = {} }) => (
    <OwnText
      label="Questions"
      hint="The question on one line, its answer below it, an empty line before the next"
      rows={12}
      builtIn={builtIn.questions}
      {...field('questions', value.questions)}
    />
  ),
}

/** Converts a built-in support page to the Markdown that staff would write. */
const markdownOf = ({ sections }: Pick<SupportText, 'sections'>): string =>
  sections
    .map(({ title, paragraphs, list, link }) =>
      [
        `## ${title}`,
        ...paragraphs,
        list?.map((point) => `- ${point}`).join('\n'),
        link && `[${link.label}](${link.to})`,
      ]
        .filter(Boolean)
        .join('\n\n'),
    )
    .join('\n\n')

/** A field for a text of a page. While it is empty the built-in text applies, which a button puts in to be changed. */
function OwnText({
  label,
  hint,
  rows = 5,
  builtIn,
  whenEmpty = 'Empty: the built-in text',
  ...field
}: OwnTextProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const fillIn = () => {
    const box = ref.current
    if (!box || !builtIn) return
    box.value = builtIn
    // The form's draft records it like typing.
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
    box.setSelectionRange(0, 0)
    box.scrollTop = 0
  }
  return (
    <Field label={label} hint={hint} {...field}>
      <TextArea
        ref={ref}
        rows={rows}
        placeholder={whenEmpty}
        className="peer max-h-[32rem]"
        autoComplete="off"
      />
      {builtIn && (
        <Button
          tone="link"
          size="small"
          className="hidden! self-start peer-placeholder-shown:inline-flex!"
          onClick={fillIn}
          aria-label={`Begin with the built-in text: ${label}`}
        >
          Begin with the Built-in Text
        </Button>
      )}
    </Field>
  )
}

type OwnTextProps = {
  label: string
  hint?: ReactNode
  rows?: number
  builtIn?: string | undefined
  /** The placeholder, which says what an empty text means. */
  whenEmpty?: string
} & ReturnType<ReturnType<typeof useForm<string>>['field']>

const supportLabels = {
  documentation: 'Documentation',
  help: 'Help Centre',
  privacy: 'Privacy',
  terms: 'Terms',
  cookies: 'Cookie Policy',
} as const
const supportNames = Object.keys(supportLabels) as (keyof typeof supportLabels)[]
const page = { maxLength: 20_000 } as const
const supportConstraints = {
  documentation: page,
  help: page,
  privacy: page,
  terms: page,
  cookies: page,
} as const

/** The texts of the support pages. */
export const supportForm: SettingsForm<'supportPages'> = {
  lead: 'Use simple Markdown: each part begins with a heading on a line with ##. {fee}, {commission} and {refundDays} stand for what is set under Fees. Leave a page empty to keep the built-in text.',
  constraints: supportConstraints,
  read: (form) => Object.fromEntries(supportNames.map((name) => [name, textIn(form, name)])),
  builtIn: async (api: Api) => {
    const { site } = await api.content.site()
    return Object.fromEntries(supportPages(site).map((text) => [text.slug, markdownOf(text)]))
  },
  Fields: ({ value, field, builtIn = {} }) =>
    supportNames.map((name) => (
      <OwnText
        key={name}
        label={supportLabels[name]}
        rows={6}
        builtIn={builtIn[name]}
        {...field(name, value[name])}
      />
    )),
}

const people = { maxLength: 12_000 } as const
const teamConstraints = { leadership: people, developers: people, advisors: people } as const
const teamLabels = { leadership: 'Leadership', developers: 'Developers', advisors: 'Advisors' } as const
const teamNames = Object.keys(teamLabels) as (keyof Team)[]

/** The people of the about page. */
export const teamForm: SettingsForm<'teamPage'> = {
  lead: 'The people on the about page. For each: the name, the role below it, then the text; if you like a line “Skills: one, another” and the addresses at LinkedIn and GitHub. An empty line before the next. While nobody is named, the page says which work is done.',
  constraints: teamConstraints,
  read: (form) => Object.fromEntries(teamNames.map((name) => [name, textIn(form, name)])),
  builtIn: builtInTeam,
  Fields: ({ value, field, builtIn = {} }) =>
    teamNames.map((name) => (
      <OwnText
        key={name}
        label={teamLabels[name]}
        rows={6}
        whenEmpty="Nobody is named"
        builtIn={builtIn[name]}
        {...field(name, value[name])}
      />
    )),
}

async function builtInTeam(api: Api) {
  const { team } = await api.content.team()
  return Object.fromEntries(
    teamNames.map((name) => [
      name,
      joinBlocks(
        team[name].map(({ name: called, role, bio, skills, linkedin, github }) => [
          called,
          role,
          bio,
          skills.length > 0 && `Skills: ${skills.join(', ')}`,
          linkedin,
          github,
        ]),
      ),
    ]),
  )
}
