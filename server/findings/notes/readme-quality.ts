import { counted } from '#contract/kit/counted.ts'

import type { Found, Rule } from '../check/rule.ts'
import { readmesIn } from '../running/readme-command.ts'
import type { Sources } from '../sources/sources.ts'

/** Whether a buyer learns from the README how to set the project up and start it. */
export const readmeQuality: Rule = {
  name: 'readme-quality',
  kind: 'note',
  title: 'What the README leaves out',
  *find(sources: Sources): Generator<Found> {
    const readme = readmesIn(sources).toSorted((one, other) => one.path.length - other.path.length)[0]
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
    const left = parts.filter(({ pattern }) => !pattern.test(text)).map(({ name }) => name)
    const words = text.split(/\s+/, 100).filter(Boolean).length
    if (words < 15)
      yield {
        file: path,
        line: null,
        message: `The README has ${counted(words, 'word')}. Nobody can set a project up with so little.`,
        advice: 'Write the steps from an empty computer to the running program, with every command.',
      }
    else if (left.length > 0)
      yield {
        file: path,
        line: null,
        message: `The README does not say ${left.join(' or ')}.`,
        advice: 'Add it in a few lines.',
      }
  },
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
