import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../app.ts'
import { aMember, anAdmin, aPublishedProject } from '../makers.ts'

const app = await startApp()

/** A title, and other spellings of its words that every reader takes for the same. */
const titles: Record<string, string[]> = {
  'हिन्दी शब्दकोश।': ['हिन्दी', 'हिंदी', 'शब्दकोश', 'हिंदी शब्दकोश', '"हिंदी शब्दकोश"', 'हिंदी शब्दकोश॥'],
  'परंपरा और सङ्गीत': ['परम्परा', 'संगीत', 'सङ्गीत'],
  'सब्ज़ी मंडी मूल्य': ['सब्ज़ी', 'सब्जी', 'सब्ज\u093cी', 'मण्डी', 'मन्डी'],
  'पाँचवीं कक्षा २०२६': ['पांचवीं', 'पाँचवीं', '2026', '२०२६'],
  'नयी कविताएँ': ['नई', 'नयी', 'कविताएं'],
  'श्रीमान् की डायरी': ['श्रीमान', 'श्रीमान्'],
  'मराठी वाक्\u200dय रचना': ['वाक्य', 'वाक्\u200dय', 'वाक्\u200cय'],
  'മലയാളം ടൈപ്പിങ് ട്യൂട്ടർ': ['ട്യൂട്ടർ', 'ട്യൂട്ടര്\u200d', 'ട്യൂട്ടര്', 'ട്യൂട്ടർ।'],
  'എന്റെ കണക്കുകള്\u200d': ['എൻ്റെ', 'എൻറെ', 'കണക്കുകൾ', 'കണക്കുകള്\u200d'],
  'বাংলা উৎসব পঞ্জিকা': ['বাঙলা', 'উত্সব', 'উত্\u200dসব', 'পংজিকা'],
  'বাড়ির হিসাব': ['বাড\u09bcির', 'বাডির'],
  'ਪੰਜਾਬੀ ਜ਼ਮੀਨ ਰਿਕਾਰਡ': ['ਪਂਜਾਬੀ', 'ਜਮੀਨ', 'ਜ\u0a3cਮੀਨ'],
  'ગુજરાતી પંચાંગ': ['પઞ્ચાઙ્ગ', 'પંચાંગ'],
  'తెలుగు సంగీతం': ['సఙ్గీతం', 'సంగీతమ్'],
  'ಕನ್ನಡ ಅಂಕಿ': ['ಅಙ್ಕಿ'],
  'ଓଡ଼ିଆ ଅଙ୍କ': ['ଓଡିଆ', 'ଅଂକ'],
  'ஸ்ரீ தமிழ் நாட்காட்டி': ['ஶ்ரீ', 'தமிழ்'],
  'اردو کتاب گھر۔': ['كتاب', 'کِتاب', 'گھر', 'گھر۔'],
}

beforeAll(async () => {
  const owner = await aMember(app)
  const admin = await anAdmin(app)
  for (const title of Object.keys(titles))
    await aPublishedProject(app, { owner, admin, title, description: 'For a search.' })
})

test.each(Object.entries(titles).flatMap(([title, searches]) => searches.map((search) => [search, title])))(
  '“one word of an Indian language has several spellings, and a search finds one”: %s finds %s',
  async (search, title) => {
    const found = await app.api.projects.list({ query: { search } })
    expect(found.projects[0]?.title).toBe(title)
    expect(found).toMatchObject({ match: 'all' })
    expect(found).not.toHaveProperty('correctedSearch')
  },
)

test('a word that is being typed is completed in any of its spellings', async () => {
  for (const [typed, title] of [
    ['हिं', 'हिन्दी शब्दकोश।'],
    ['सब्ज', 'सब्ज़ी मंडी मूल्य'],
    ['परम्प', 'परंपरा और सङ्गीत'],
  ]) {
    const { titles: suggested } = await app.api.catalogue.suggestions({ query: { search: typed! } })
    expect(suggested.map((project) => project.title)).toContain(title)
  }
})

test('a word that is left out is left out in all of its spellings', async () => {
  const { projects } = await app.api.projects.list({ query: { search: 'शब्दकोश -हिंदी' } })
  expect(projects.map(({ title }) => title)).not.toContain('हिन्दी शब्दकोश।')
})

test('a sign alone is a word like others: it is searched for, and stands in titles', async () => {
  const [owner, admin] = [await aMember(app), await anAdmin(app)]
  await aPublishedProject(app, { owner, admin, title: 'لغت ـ اردو', description: 'ً ़ ्' })
  for (const search of ['ـ', 'ً', '़', '्', '"ـ"', '-़ हिंदी', '\u200d'])
    await app.api.projects.list({ query: { search } })
})

test('other words stay others', async () => {
  for (const search of ['"हिन्दू"', '"पंखा"', '"കണ്ണ്"']) {
    const { projects, match } = await app.api.projects.list({ query: { search } })
    expect(match === 'all' ? projects : []).toEqual([])
  }
})
