import { catalogue } from '#contract/catalogue/catalogue.ts'
import { synonyms } from '#contract/catalogue/synonyms.ts'

import type { Area } from '../dependencies.ts'
import { countTechnologies } from './figures/lookup-queries.ts'
import { countCategories } from './figures/queries.ts'
import { toCategories } from './presenter.ts'
import { listSynonyms, removeSynonyms, saveSynonyms } from './search/synonyms.ts'
import { featured, suggest } from './service.ts'

export const registerCatalogue: Area = ({ serve }, { db }) => {
  serve(catalogue, {
    suggestions: ({ query }) => suggest(db, query.search),
    featured: async () => ({ projects: await featured(db) }),
    categories: async () => ({ categories: toCategories(await countCategories(db)) }),
    technologies: async () => ({ technologies: await countTechnologies(db) }),
  })
  serve(synonyms, {
    list: ({ query }) => listSynonyms(db, query),
    create: async ({ body }, { caller }) => ({ synonyms: await saveSynonyms(db, caller, body) }),
    update: async ({ params, body }, { caller }) => ({
      synonyms: await saveSynonyms(db, caller, body, params.id),
    }),
    remove: ({ params }, { caller }) => removeSynonyms(db, caller, params.id),
  })
}
