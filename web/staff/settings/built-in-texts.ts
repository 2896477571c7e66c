import type { Api } from '#contract/client.ts'
import { joinBlocks } from '#contract/content/page-texts.ts'
import type { SettingsSection } from '#contract/staff/settings.ts'

import { supportPages, type SupportText } from '../../content/support-texts.ts'

/** Texts by the names of their settings. */
export type BuiltIn = Record<string, string | undefined>

/** Loads the texts that apply while the settings of a section are empty. */
export const builtInTexts: { [S in SettingsSection]?: (api: Api) => Promise<BuiltIn> } = {
  async aboutPage(api) {
    const { company, values, services, timeline } = (await api.content.about()).about
    return {
      mission: company.mission,
      vision: company.vision,
      values: joinBlocks(values.map(({ title, description }) => [title, description])),
      services: joinBlocks(
        services.map(({ title, description, features }) => [
          title,
          description,
          ...features.map((feature) => `- ${feature}`),
        ]),
      ),
      timeline: joinBlocks(
        timeline.map(({ year, title, description }) => [`${year}: ${title}`, description]),
      ),
    }
  },
  async teamPage(api) {
    const { team } = await api.content.team()
    const texts = Object.entries(team).map(([group, people]) => [
      group,
      joinBlocks(
        people.map(({ name, role, bio, skills, linkedin, github }) => [
          name,
          role,
          bio,
          skills.length > 0 && `Skills: ${skills.join(', ')}`,
          linkedin,
          github,
        ]),
      ),
    ])
    return Object.fromEntries(texts) as BuiltIn
  },
  async faq(api) {
    const { contact } = await api.content.contact()
    return { questions: joinBlocks(contact.faq.map(({ question, answer }) => [question, answer])) }
  },
  async supportPages(api) {
    const { site } = await api.content.site()
    return Object.fromEntries(supportPages(site).map((text) => [text.slug, markdownOf(text)]))
  },
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
