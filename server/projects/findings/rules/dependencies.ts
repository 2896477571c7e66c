import type { RuleFinding, Rule } from '../files/rule.ts'
import type { Sources } from '../files/sources.ts'
import { ecosystemsOf } from '../manifests/ecosystems.ts'

/** Finds imported libraries that the project's manifest does not name. */
export const missingDependency: Rule = {
  name: 'missing-dependency',
  kind: 'running',
  title: 'A library missing from the list',
  *find(sources: Sources): Generator<RuleFinding> {
    for (const { hasManifest, manifest, missing, advice } of ecosystemsOf(sources)) {
      if (!hasManifest) continue
      for (const { name, file, index } of missing)
        yield {
          file: file.path,
          line: sources.lineAt(file, index),
          message: `“${name}” is needed here, but ${manifest} does not name it.`,
          advice,
        }
    }
  },
}

/** Finds projects that use libraries and have no manifest. */
export const noManifest: Rule = {
  name: 'no-manifest',
  kind: 'running',
  title: 'No list of the libraries',
  *find(sources: Sources): Generator<RuleFinding> {
    for (const { language, hasManifest, manifest, needed } of ecosystemsOf(sources)) {
      const first = needed[0]
      if (hasManifest || !first) continue
      const names = needed.map(({ name }) => name)
      yield {
        file: first.file.path,
        line: sources.lineAt(first.file, first.index),
        message: `The ${language} code uses ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}, but there is no ${manifest} that says what to install.`,
        advice: `Add ${manifest} with every library the project needs.`,
      }
    }
  },
}
