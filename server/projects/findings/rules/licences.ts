import type { RuleFinding, Rule } from '../files/rule.ts'
import { nameOf, type Sources } from '../files/sources.ts'

export interface Licence {
  file: string
  licence: string
}

/** The licences that a project's files name: licence files and the headers of copied libraries, 50 at most. */
export function licencesIn({ texts }: Sources): Licence[] {
  const found: Licence[] = []
  for (const { path, text } of texts) {
    const isLicence = /^(?:licen[cs]e|copying|ofl|notice)(?:[.-]|$)/i.test(nameOf(path))
    if (!isLicence && !/\.(?:m?js|css|php|py|java|ts)$/i.test(path)) continue
    const head = text.slice(0, isLicence ? 3000 : 1200)
    if (!isLicence && !/licen[cs]e|copyright|@preserve/i.test(head)) continue
    const licence = known.find(([, pattern]) => pattern.test(head))?.[0]
    if (licence) found.push({ file: path, licence })
    if (found.length === 50) break
  }
  return found
}

const known: [string, RegExp][] = [
  ['AGPL', /GNU AFFERO GENERAL PUBLIC|\bAGPL/i],
  ['LGPL', /GNU LESSER GENERAL PUBLIC|\bLGPL/i],
  ['GPL', /GNU GENERAL PUBLIC|\bGPL\b|\bGPL-?[v23]/i],
  ['MPL', /Mozilla Public License|\bMPL-2/i],
  ['Apache-2.0', /Apache License|Apache-2\.0/i],
  ['OFL', /SIL Open Font License|\bOFL-1/i],
  ['CC BY-NC', /creativecommons\.org\/licenses\/by-nc|CC BY-NC/i],
  ['BSD', /Redistribution and use in source and binary forms|\bBSD\b/],
  ['ISC', /\bISC License|\(ISC\)/],
  ['MIT', /Permission is hereby granted, free of charge|\bMIT\b(?: licen[cs]e)?/],
]

/** Finds copied code whose licence restricts selling. */
export const copiedLicence: Rule = {
  name: 'copied-licence',
  kind: 'note',
  title: 'Copied code with conditions',
  *find(sources: Sources): Generator<RuleFinding> {
    for (const { file, licence } of licencesIn(sources)) {
      if (!/GPL|CC BY-NC/.test(licence)) continue
      const isForbidden = licence === 'CC BY-NC'
      yield {
        file,
        line: null,
        message: isForbidden
          ? `This names the licence ${licence}, which does not allow selling.`
          : `This names the licence ${licence}: whoever gets the project must get its whole source under the same licence.`,
        advice: isForbidden
          ? 'Replace it with something that may be sold.'
          : 'Keep the licence file, and name it in the description.',
      }
    }
  },
}
