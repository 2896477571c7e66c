import type { Found, Rule } from '../check/rule.ts'
import { ecosystemsOf } from '../manifests/ecosystems.ts'
import type { Sources } from '../sources/sources.ts'

/** There is a manifest, and a library that the code imports is not in it. */
export const missingDependency: Rule = {
  name: 'missing-dependency',
  kind: 'running',
  title: 'A library missing from the list',
  *find(sources: Sources): Generator<Found> {
    for (const { hasManifest, manifest, missing, advice } of ecosystemsOf(sources)) {
      if (!hasManifest) continue
      for (const { name, file, index } of missing)
        yield {
          file: file.path,
          line: sources.lineAt(file, index),
          message: `“${name}” is imported here, but ${manifest} does not name it.`,
          advice,
        }
    }
  },
}
