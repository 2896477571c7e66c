import compatData, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
  type SupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' }

import { lowestBrowsers } from '../browsers.ts'

const { api, javascript } = compatData
const { builtins } = javascript as { builtins: Identifier }
const lowest = lowestBrowsers()
const namesInData = { ios_saf: 'safari_ios', and_chr: 'chrome_android', and_ff: 'firefox_android' }

/** The lowest browsers that lack what is described, in words: 'chrome 109, safari 16.4'; an empty text if none does. */
function browsersWithout(described: CompatStatement): string {
  const without = [...lowest].filter(([browser, version]) => {
    const name = (namesInData as Record<string, string>)[browser] ?? browser
    const support = (described.support as Record<string, SupportStatement | undefined>)[name]
    return ![support ?? []].flat().some((part) => isKnown(part, version))
  })
  return without.map((browser) => browser.join(' ')).join(', ')
}

/** Whether a version knows a call under its own name, without a setting. */
function isKnown(part: SimpleSupportStatement, version: number): boolean {
  if (part.flags || part.prefix || part.alternative_name) return false
  const added = Number.parseFloat(String(part.version_added).replace('≤', ''))
  const removed = Number.parseFloat(String(part.version_removed).replace('≤', ''))
  return added <= version && !(removed <= version)
}

/** Every interface by its name, with its members and the browsers that lack them. */
const members = new Map<string, Map<string, string>>()
/** The names that stand alone: interfaces and the members of the window. */
const globals = new Map<string, string>()
/** Every method by its name alone, with the browsers that lack it on whatever has it. */
const methods = new Map<string, string>()
/** Of these a page holds so many that their methods have names of their own. */
const isHeld = /^(?:\w*Element|Node|Document|DocumentFragment|Blob|Request|Response)$/
const heldMethods = new Set<string>()

function readInterface([name, described]: [string, Identifier], isLanguage: boolean) {
  if (described.__compat) globals.set(name, browsersWithout(described.__compat))
  const own = members.get(name) ?? new Map<string, string>()
  members.set(name, own)
  for (const [member, { __compat, ...parts }] of entriesOf(described)) {
    if (isLanguage && member in parts) readInterface([member, described[member] as Identifier], true)
    // Events are only waited for.
    if (!__compat || member === name || member.startsWith('@@') || member.endsWith('_event')) continue
    const without = browsersWithout(__compat)
    own.set(member.replace(/_static$/, ''), without)
    if (methods.get(member) !== '') methods.set(member, without)
    if (isLanguage || isHeld.test(name)) heldMethods.add(member)
  }
}

for (const described of entriesOf(api)) readInterface(described, false)
for (const described of entriesOf(builtins)) readInterface(described, true)
for (const [name, without] of members.get('Window')!) if (!globals.has(name)) globals.set(name, without)

function entriesOf(described: Identifier) {
  return Object.entries(described).filter(([name]) => name !== '__compat') as [string, Identifier][]
}

/** The values that have a name of their own, with their interfaces. */
const instances: Record<string, string> = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  sessionStorage: 'Storage',
  window: 'Window',
}

/** Returns which of the lowest browsers lack a name of the platform: `Iterator`, `requestIdleCallback`. */
export const withoutGlobal = (name: string): string => globals.get(name) ?? ''

/**
 * Returns which of the lowest browsers lack a member of an interface, or of a value of the window: `URL`, `canParse`;
 * `undefined` for what it does not have.
 */
export const withoutMember = (of: string, member: string): string | undefined =>
  members.get(instances[of] ?? of)?.get(member)

/** Returns which of the lowest browsers lack a method whatever it is called on: `toSorted`. */
export const withoutMethod = (name: string): string => (heldMethods.has(name) && methods.get(name)) || ''

/** Returns each member of an interface that one of the lowest browsers lacks, as [interface, member]. */
export const missingMembers = (): [of: string, member: string][] =>
  [...members].flatMap(([of, own]) =>
    [...own].flatMap(([member, without]): [string, string][] => (without ? [[of, member]] : [])),
  )
