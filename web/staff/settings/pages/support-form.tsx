import type { Api } from '#contract/client.ts'

import { supportPages } from '../../../content/support-texts.ts'
import { textIn } from '../../../forms/entered.ts'
import type { SettingsForm } from '../settings-form.ts'
import { markdownOf } from './markdown-of.ts'
import { OwnText } from './own-text.tsx'

const supportLabels = {
  documentation: 'Documentation',
  help: 'Help Centre',
  privacy: 'Privacy',
  terms: 'Terms',
  cookies: 'Cookie Policy',
} as const
const supportNames = Object.keys(supportLabels) as (keyof typeof supportLabels)[]
const page = { maxLength: 20_000 } as const
const supportConstraints = { documentation: page, help: page, privacy: page, terms: page, cookies: page } as const

/** The support pages. */
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
