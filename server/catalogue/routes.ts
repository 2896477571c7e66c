import type { catalogue } from '#contract/catalogue/catalogue.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Handlers } from '../platform/http/serve.ts'
import { countCategories, countTechnologies } from './lookup-queries.ts'
import { toCategories } from './presenter.ts'
import { featured, suggest } from './service.ts'

/** Handles the catalogue's calls that answer everybody alike. */
export const catalogueHandlers = ({ db }: Pick<Dependencies, 'db'>) =>
  ({
    suggestions: ({ query }) => suggest(db, query.search),
    featured: async () => ({ projects: await featured(db) }),
    categories: async () => ({ categories: toCategories(await countCategories(db)) }),
    technologies: async () => ({ technologies: await countTechnologies(db) }),
  }) satisfies Partial<Handlers<typeof catalogue>>
