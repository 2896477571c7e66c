import type { Found, Rule } from '../check/rule.ts'
import { nameOf, type Sources } from '../sources/sources.ts'
import { isDummy, masked } from './dummies.ts'
import { isTemplate } from './files.ts'

/** A .env file with values that belong to its owner. One finding for each file. */
export const envFile: Rule = {
  name: 'env-file',
  kind: 'secret',
  title: 'A .env file with values',
  isRequired: true,
  *find(sources: Sources): Generator<Found> {
    for (const file of sources.texts) {
      if (!/^\.env(?:\.|$)|\.env$/i.test(nameOf(file.path)) || isTemplate(file.path)) continue
      const set = [...file.text.matchAll(setting)].flatMap(({ 1: name, 2: value, index }) => {
        const plain = value!.trim().replace(/^(["'])(.{0,500})\1$/, '$2')
        return isOwn(name!, plain) ? [{ name: name!, plain, index }] : []
      })
      const [first] = set
      if (!first) continue
      yield {
        file: file.path,
        line: sources.lineAt(file, first.index),
        message: `This file sets ${first.name} to a value of yours: ${masked(first.plain)}. Every buyer would get it.`,
        advice:
          'Leave this file out, change the values at their services, and add a .env.example without them.',
        secrets: set.map(({ plain }) => plain),
      }
    }
  },
}

const setting =
  /^[ \t]{0,8}(?:export[ \t]{1,4})?([A-Za-z_]\w{0,80})[ \t]{0,4}=[ \t]{0,4}([^\n#][^\n]{0,500})/gm
const sensitive = /KEY|SECRET|TOKEN|PASS|PWD|CREDENTIAL|DSN|AUTH|(?:DATABASE|MONGO\w{0,10}|DB|REDIS)_?UR[IL]/i

const isOwn = (name: string, value: string) =>
  value.length >= 4 && sensitive.test(name) && !isDummy(value) && !/^(?:pk|rzp)_test_|^sk_test_/.test(value)
