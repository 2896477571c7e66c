import { parentOf } from '#contract/projects/files.ts'

import { nameOf, type Sources } from '../files/sources.ts'
import { type Candidate, certainty } from './candidate.ts'

/** The main file of a Flutter app, and the activity that an Android app launches. */
export function* mobileEntries(sources: Sources): Generator<Candidate> {
  for (const { path, text } of sources.texts) {
    if (nameOf(path) === 'pubspec.yaml' && /sdk:\s{0,4}flutter/.test(text)) {
      const folder = parentOf(path)
      yield {
        path: folder ? `${folder}/lib/main.dart` : 'lib/main.dart',
        certainty: certainty.named,
        family: 'dart',
      }
    }
    if (nameOf(path) === 'AndroidManifest.xml' && !sources.foreign.has(path))
      for (const activity of launched(text)) {
        const name = activity.slice(activity.lastIndexOf('.') + 1)
        const file = sources.files.find(
          (one) =>
            [`${name}.java`, `${name}.kt`].includes(nameOf(one.path)) && !sources.foreign.has(one.path),
        )
        if (file) yield { path: file.path, certainty: certainty.named, family: 'java' }
      }
  }
  for (const file of sources.written('dart'))
    if (/\bmain\s{0,4}\(/.test(sources.code(file)))
      yield { path: file.path, certainty: certainty.main, family: 'dart' }
}

/** The activities that an app's manifest lists for its launcher. */
function* launched(manifest: string): Generator<string> {
  for (const { 0: tag, 1: attributes } of manifest.matchAll(
    /<activity(?:-alias)?\b((?:[^>/]|\/(?!>)){0,2000})>[^]{0,4000}?<\/activity/g,
  )) {
    if (!/android\.intent\.category\.LAUNCHER/.test(tag)) continue
    const name = /android:(?:targetActivity|name)\s{0,4}=\s{0,4}"([\w.$]{1,200})"/.exec(attributes!)?.[1]
    if (name) yield name
  }
}
