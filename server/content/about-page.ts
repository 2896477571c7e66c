import type { AboutText } from '#contract/content.ts'
import { datedIn, listedIn, titledIn } from '#contract/content/blocks.ts'
import type { Settings } from '#contract/staff/settings.ts'

/** The text of the about page with what staff have written in its place. */
export function withPage(text: AboutText, page: Settings['aboutPage']): AboutText {
  const icon = (entries: { icon: AboutText['values'][number]['icon'] }[], index: number) =>
    entries[index % entries.length]?.icon ?? 'badge-check'
  return {
    ...text,
    stats: {
      yearsExperience: page.yearsExperience ?? text.stats.yearsExperience,
      countriesServed: page.countriesServed ?? text.stats.countriesServed,
    },
    company: {
      mission: page.mission || text.company.mission,
      vision: page.vision || text.company.vision,
    },
    ...(page.values && {
      values: titledIn(page.values).map((value, index) => ({ ...value, icon: icon(text.values, index) })),
    }),
    ...(page.services && {
      services: listedIn(page.services).map((service, index) => ({
        ...service,
        icon: icon(text.services, index),
      })),
    }),
    ...(page.timeline && { timeline: datedIn(page.timeline) }),
  }
}
