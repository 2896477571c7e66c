import { counted } from '#contract/kit/format.ts'
import { isExcluded } from '#contract/projects/files.ts'

import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTest } from '../files/secrets.ts'
import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'
import { templateOf } from '../files/template-readmes.ts'
import { packagesIn } from '../manifests/node.ts'

/** Finds commands in a README that name an absent file or script. */
export const readmeCommand: Rule = {
  name: 'readme-command',
  kind: 'running',
  title: 'A README command that cannot work',
  *find(sources: Sources): Generator<RuleFinding> {
    const seen = new Set<string>()
    for (const readme of readmesIn(sources)) {
      for (const { 0: all, index, ...groups } of readme.text.matchAll(commands)) {
        const path = [groups[1], groups[2], groups[3], groups[4], groups[5], groups[6]].find(Boolean)
        const name = path!.replace(/\\+/g, '/').replace(/^(?:\.{0,2}\/)+/, '')
        if (seen.has(name) || sources.hasEnding(name) || isMade(readme.text, name)) continue
        seen.add(name)
        yield {
          file: readme.path,
          line: sources.lineAt(readme, index + all.search(/\S/)),
          message: `“${all.trim()}” names ${path}, which is not in the project.`,
          advice: 'Add the file or correct its name in the README.',
        }
      }
      yield* absentScripts(sources, readme)
    }
  },
}

const readmesIn = (sources: Sources): SourceFile[] =>
  sources.texts.filter(({ path }) => /^readme(?:\.(?:md|markdown|txt|rst))?$/i.test(nameOf(path)))

const file = String.raw`([A-Za-z0-9_./\\-]{1,200}\.`
const commands = new RegExp(
  [
    `\\b(?:python3?|py|streamlit run|flask --app|gunicorn|node|nodemon|php|bash|sh|ruby|ts-node|dart run|javac|java -jar|Rscript)[ \\t]{1,4}(?:-[a-zA-Z][ \\t]{1,4})?${file}(?:py|js|mjs|ts|php|sh|rb|dart|java|jar|R))(?![\\w.])`,
    `\\bpip3?[ \\t]{1,4}install[ \\t]{1,4}-r[ \\t]{1,4}${file}txt)`,
    `<[ \\t]{0,4}${file}sql)(?![\\w.])`,
    `\\b(?:[Ii]mport|[Ss]ource|[Rr]un|-f|\\\\i)[ \\t]{1,4}(?:the )?(?:(?:database|sql|dump|file|script|given|provided)[ \\t]{1,2}){0,3}[\`"“*]{0,3}${file}sql)(?![\\w.])`,
    `\\b(?:cp|copy)[ \\t]{1,4}${file}[A-Za-z.]{1,20})[ \\t]`,
    String.raw`(?:^|[\s\x60])\.\/([\w/-]{1,100}\.(?:sh|bat|py))\b`,
  ]
    // Each alternative has exactly one group, the path.
    .join('|'),
  'gm',
)

/**
 * True for a file that an earlier command builds, that uploads leave out, or that the README tells the reader to write.
 */
const isMade = (text: string, name: string) =>
  isExcluded(name) ||
  name.endsWith('.jar') ||
  new RegExp(
    `(?:>|-o|create|touch|rename|copy it (?:to|as)|save (?:it )?as)[ \\t]{1,4}[\`"“]?${escaped(name)}`,
    'i',
  ).test(text)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function* absentScripts(sources: Sources, readme: SourceFile): Generator<RuleFinding> {
  const packages = packagesIn(sources)
  if (packages.length === 0) return
  const scripts = new Set(packages.flatMap(({ manifest }) => Object.keys(manifest.scripts ?? {})))
  const hasServer = sources.hasEnding('server.js')
  for (const { 0: all, 1: run, 2: own, index } of readme.text.matchAll(
    /\b(?:npm|yarn|pnpm) (?:run ([\w:-]{1,60})|(start|test)\b)/g,
  )) {
    const name = run ?? own!
    if (scripts.has(name) || (name === 'start' && hasServer)) continue
    scripts.add(name)
    yield {
      file: readme.path,
      line: sources.lineAt(readme, index),
      message: `“${all}” is no command of this project: package.json has no script “${name}”.`,
      advice: `Add the script “${name}” to package.json or correct the command in the README.`,
    }
  }
}

/** Finds READMEs that do not say how to set the project up and start it. */
export const readmeQuality: Rule = {
  name: 'readme-quality',
  kind: 'note',
  title: 'What the README leaves out',
  *find(sources: Sources): Generator<RuleFinding> {
    const all = readmesIn(sources).toSorted((one, other) => one.path.length - other.path.length)
    const [readme] = all
    for (const one of all) {
      const template = templateOf(one)
      if (!template || sources.foreign.has(one.path)) continue
      yield {
        file: one.path,
        line: 1,
        message: `This is the README that ${template} writes for every project: it says nothing about this one.`,
        advice: 'Write in its place what the project does, what to install and how to start it.',
      }
    }
    if (!readme) {
      const first = sources.files[0]
      if (first && !sources.files.some(({ path }) => /(?:^|\/)readme/i.test(path)))
        yield {
          file: 'README.md',
          line: null,
          message: 'There is no README.',
          advice:
            'Add a README.md: what the project does, what to install, how to set up the database, how to start it.',
        }
      return
    }
    const { path, text } = readme
    if (templateOf(readme)) return
    if (path.includes('/') && isOfOnePart(sources, path)) {
      yield {
        file: 'README.md',
        line: null,
        message: `There is no README of the whole: ${path} is about one of its parts.`,
        advice: 'Add a README.md at the top: which parts there are, and in which order to start them.',
      }
      return
    }
    const missing = parts.filter(({ pattern }) => !pattern.test(text)).map(({ name }) => name)
    const words = text.split(/\s+/, 100).filter(Boolean).length
    if (words < 15)
      yield {
        file: path,
        line: null,
        message: `The README has ${counted(words, 'word')}. Nobody can set a project up with so little.`,
        advice: 'Write the steps from an empty computer to the running program, with every command.',
      }
    else if (missing.length > 0)
      yield {
        file: path,
        line: null,
        message: `The README does not say ${missing.join(' or ')}.`,
        advice: 'Add it in a few lines.',
      }
  },
}

/** Tells whether a README is in one of several folders with a program. */
function isOfOnePart(sources: Sources, path: string): boolean {
  const top = path.split('/', 1)[0]!
  return sources
    .written(...codeEndings)
    .some((file) => file.path.split('/', 1)[0] !== top && !isTest(file.path))
}

const parts = [
  {
    name: 'what to install',
    pattern:
      /install|requirement|prerequisite|depend|need|setup|xampp|wamp|lamp|jdk|jre|java \d|node|python|php|mysql|maven|gradle|pip|composer|docker|visual studio|vs ?code|android studio|netbeans|eclipse|intellij|pycharm|jupyter|colab|browser/i,
  },
  {
    name: 'how to start it',
    pattern: /\brun\b|start|open|launch|serve|localhost|execute|docker|gradle|mvn|flutter/i,
  },
]
