import type { SupportText } from '../../../content/support-texts.ts'

/** A built-in support page as staff would write it. */
export const markdownOf = ({ sections }: Pick<SupportText, 'sections'>): string =>
  sections
    .map(({ title, says, list, link }) =>
      [
        `## ${title}`,
        ...says,
        list?.map((point) => `- ${point}`).join('\n'),
        link && `[${link.label}](${link.to})`,
      ]
        .filter(Boolean)
        .join('\n\n'),
    )
    .join('\n\n')
