import type { RuleName } from '#contract/projects/findings.ts'

import type { Checked, CheckedFinding } from './check/check.ts'
import type { Part } from './notes/parts.ts'

type IsOpen = (...rules: RuleName[]) => boolean

/** What stands in a release that a buyer likes to read, unless a rule that is open says otherwise. */
export function goodIn({ parts, unread, licences }: Checked, isOpen: IsOpen, hasSecret: boolean): string[] {
  const has = (part: Part) => parts.includes(part)
  const isSchemaSound = !isOpen('no-schema', 'broken-dump', 'missing-table', 'database-name')
  const others = licences.filter(({ file }) => !projectsOwn.test(file)).map(({ licence }) => licence)
  const free = [...new Set(others)].filter((licence) => !/GPL|BY-NC/.test(licence))
  return [
    has('start') && 'The file that starts the project is there',
    has('schema') && isSchemaSound && 'The database script is included',
    has('own-tables') && isSchemaSound && 'It makes its database tables by itself',
    has('libraries') &&
      !isOpen('no-manifest', 'missing-dependency') &&
      'Every library it imports is on its list',
    !isOpen('missing-file', 'machine-path', 'readme-command') && 'Every file the code names is there',
    !hasSecret && unread === 0 && 'No keys, passwords or personal numbers were found',
    free.length > 0 && `Code from others is under ${inAList(free)}, which allows passing it on`,
  ].filter((one) => one !== false)
}

/** The licence file of the project itself. */
const projectsOwn = /^(?:licen[cs]e|copying|notice)[^/]*$/i

type Sentence = (found: CheckedFinding[]) => string | string[]
const countedSentence =
  (one: string, several: (count: number) => string): Sentence =>
  ({ length }) =>
    length === 1 ? one : several(length)

/** The rules that matter to a buyer, in words that name no place. */
export const inWords: Partial<Record<RuleName, Sentence>> = {
  'no-schema': () => 'The script that makes its database is not included.',
  'broken-dump': () => 'Its database script has an error that has to be corrected.',
  'missing-table': countedSentence(
    'One table that the code asks for is not in the database script.',
    (count) => `${count} tables that the code asks for are not in the database script.`,
  ),
  'database-name': () => 'Its database has one name in the code and another in the script.',
  'removed-php': () => 'It needs PHP 5, an old version.',
  'no-manifest': () => 'The libraries it needs are not listed.',
  'missing-dependency': countedSentence(
    'One library has to be installed that is not on its list.',
    (count) => `${count} libraries have to be installed that are not on its list.`,
  ),
  'no-entry': () => 'Nothing says which file starts it.',
  'machine-path': countedSentence(
    'One path has to be changed to your own computer.',
    (count) => `${count} paths have to be changed to your own computer.`,
  ),
  'missing-file': countedSentence(
    'One file that it names is not included.',
    (count) => `${count} files that it names are not included.`,
  ),
  'readme-command': () => 'A command in its README names a file that is not there.',
  'readme-quality': (found) =>
    found.map(({ message }) => (/\d words/.test(message) ? 'The README is very short.' : message)),
  'large-file': countedSentence(
    'One file is larger than 5 MB, so the download takes longer.',
    (count) => `${count} files are larger than 5 MB, so the download takes longer.`,
  ),
  'generated-file': countedSentence(
    'One file was made by a tool and cannot be changed by hand.',
    (count) => `${count} files were made by a tool and cannot be changed by hand.`,
  ),
  'copied-licence': (found) =>
    `It contains code with conditions: ${inAList([...new Set(found.flatMap(({ message }) => message.match(/\b(?:[AL]?GPL|CC BY-NC)\b/) ?? []))])}.`,
  'declared-technology': (found) =>
    `Declared, but in none of its files: ${inAList(found.flatMap(({ message }) => /“(.+)”/.exec(message)?.[1] ?? []))}.`,
}

const inAList = (words: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(words)
