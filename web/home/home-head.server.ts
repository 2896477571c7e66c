import type { Operator } from '#contract/content.ts'
import { counted } from '#contract/kit/counted.ts'

import { headTags } from '../shell/head.server.ts'

/** What search engines read about Readymade: who it is, and how to search it. */
export function homeHead(
  origin: string,
  categories: { name: string; count: number }[],
  { legalName, address, email, phone }: Operator,
) {
  const organization = `${origin}/#organization`
  const total = categories.reduce((sum, { count }) => sum + count, 0)
  const names = categories.filter(({ count }) => count > 0).map(({ name }) => name)
  const stock =
    total === 0
      ? 'Coding projects'
      : `${counted(total, 'project')} in ${names.slice(0, 4).join(', ')} and more`
  return headTags({
    origin,
    path: '/',
    title: 'Readymade: ready-made coding projects, checked before you pay',
    description: `${stock}. See the files, the stack and the size before you pay, then download working source code.`,
    about: [
      {
        '@type': 'Organization',
        '@id': organization,
        name: 'Readymade',
        url: `${origin}/`,
        logo: `${origin}/icon-512.png`,
        legalName: legalName ?? undefined,
        address: address?.split('\n').join(', '),
        email: email ?? undefined,
        telephone: phone ?? undefined,
      },
      {
        '@type': 'WebSite',
        name: 'Readymade',
        url: `${origin}/`,
        inLanguage: 'en-IN',
        publisher: { '@id': organization },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/projects?search={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  })
}
