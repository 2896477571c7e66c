import type { Found, Rule } from '../check/rule.ts'
import type { Sources } from '../sources/sources.ts'
import { isDummy } from './dummies.ts'

/** A private key, in a file of its own or inside another. */
export const privateKey: Rule = {
  name: 'private-key',
  kind: 'secret',
  title: 'A private key',
  isRequired: true,
  *find(sources: Sources): Generator<Found> {
    for (const file of sources.texts)
      for (const { index, 0: begin, 1: body } of file.text.matchAll(
        /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----((?:\\n|[\s"'+,\\A-Za-z0-9/=:-]){0,400})/g,
      )) {
        const letters = body!.replace(/\\n|[^A-Za-z0-9/+=]/g, '')
        if (letters.length < 40 || isDummy(letters.slice(0, 40))) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, index),
          message: `A private key is written here (${begin.slice(5, begin.indexOf('-----', 5))}). Every buyer could act in your name with it.`,
          secrets: [letters],
          advice: 'Take it out, make a new key, and say in the README where each user puts their own.',
        }
      }
    for (const { path, text } of sources.files)
      if (
        text === undefined &&
        /\.(?:p12|pfx|jks|keystore|ppk)$/i.test(path) &&
        !path.endsWith('debug.keystore')
      )
        yield {
          file: path,
          line: null,
          message: 'This file is made to hold private keys.',
          advice: 'Take it out, and say in the README how each user makes their own.',
        }
  },
}
