import type { Api } from '#contract/client.ts'
import { blocksOf } from '#contract/content/blocks.ts'

import { textIn } from '../../../forms/entered.ts'
import type { SettingsForm } from '../settings-form.ts'
import { OwnText } from './own-text.tsx'

const faqConstraints = { questions: { maxLength: 30_000 } } as const

/** The frequent questions of the contact page. */
export const faqForm: SettingsForm<'faq'> = {
  lead: 'The frequent questions of the contact page.',
  constraints: faqConstraints,
  read: (form) => ({ questions: textIn(form, 'questions') }),
  builtIn: async (api: Api) => {
    const { contact } = await api.content.contact()
    return { questions: blocksOf(contact.faq.map(({ question, answer }) => [question, answer])) }
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
