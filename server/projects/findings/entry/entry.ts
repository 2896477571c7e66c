import { endingOf, nameOf, type Sources } from '../files/sources.ts'
import type { Candidate } from './candidate.ts'
import { dotnetEntries } from './dotnet.ts'
import { javaEntries } from './java.ts'
import { mobileEntries } from './mobile.ts'
import { nodeEntries } from './node.ts'
import { otherEntries, pageEntries } from './pages.ts'
import { pythonEntries } from './python.ts'

const known = new WeakMap<Sources, string | null>()

/**
 * The file that starts the program, found by content: what a build file or framework names, a main method or class, an
 * application object, the first page. Null when nothing starts it. Cached for each project.
 */
export function entryOf(sources: Sources): string | null {
  const present = known.get(sources)
  if (present !== undefined) return present
  const candidates = detectors.flatMap((detect) => [...detect(sources)])
  const readmes = sources.texts.filter(({ path }) => /^readme/i.test(nameOf(path))).map(({ text }) => text)
  const shares = languageShares(sources)
  const weight = ({ path, certainty: base, family }: Candidate) =>
    base +
    40 * (shares.get(family) ?? 0) +
    (isStartedIn(readmes, path) ? 30 : 0) -
    3 * (path.split('/').length - 1)
  const [best] = candidates
    .filter(({ path }) => sources.paths.has(path) && sources.foreign.get(path)?.kind !== 'library')
    .map((one) => ({ path: one.path, weight: weight(one) }))
    .toSorted((one, other) => other.weight - one.weight || one.path.length - other.path.length)
  const entry = best?.path ?? null
  known.set(sources, entry)
  return entry
}

const detectors = [
  mobileEntries,
  javaEntries,
  dotnetEntries,
  pythonEntries,
  nodeEntries,
  pageEntries,
  otherEntries,
]

/** True when a README tells the reader to run the file. */
function isStartedIn(readmes: readonly string[], path: string): boolean {
  const name = nameOf(path)
  const stem = name.replace(/\.\w+$/, '')
  const pattern = new RegExp(
    String.raw`(?:python3?|py|streamlit run|node|nodemon|php|java|javac|flask --app|uvicorn|gunicorn|dotnet run|run|open|start|launch|execute|double[- ]click)\b[^\n]{0,60}(?<![\w-])(?:${escaped(name)}(?![\w-])|${escaped(stem)}:\w)`,
    'i',
  )
  return readmes.some((text) => pattern.test(text.slice(0, 40_000)))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const families: Record<string, string> = {
  php: 'php phtml inc',
  python: 'py',
  java: 'java kt jsp',
  dotnet: 'cs vb fs cshtml razor aspx',
  node: 'js jsx ts tsx mjs cjs vue svelte',
  dart: 'dart',
  notebook: 'ipynb',
  native: 'c cpp cc cxx h hpp ino',
  page: 'html htm css',
  go: 'go',
  rust: 'rs',
  ruby: 'rb',
}
const familyOf = new Map(
  Object.entries(families).flatMap(([family, endings]) =>
    endings.split(' ').map((one) => [one, family] as const),
  ),
)

/** The share of each family of languages in the owner's code, by its letters. */
function languageShares(sources: Sources): Map<string, number> {
  const letters = new Map<string, number>()
  let all = 0
  for (const file of sources.written(...familyOf.keys())) {
    const family = familyOf.get(endingOf(file.path))!
    const length = family === 'notebook' ? Math.min(file.text.length, 20_000) : file.text.length
    letters.set(family, (letters.get(family) ?? 0) + length)
    all += length
  }
  return new Map([...letters].map(([family, length]) => [family, length / (all || 1)]))
}
