import type { Found, Rule } from '../check/rule.ts'
import type { Sources } from '../sources/sources.ts'
import { isDummy, masked } from './dummies.ts'
import { isTemplate, searched } from './files.ts'

/** A value that is called a secret, key or token and looks drawn by lot. */
export const secretValue: Rule = {
  name: 'secret-value',
  kind: 'secret',
  title: 'A value that looks secret',
  isRequired: true,
  *find(sources: Sources): Generator<Found> {
    for (const file of searched(sources)) {
      if (isTemplate(file.path) || /(?:^|\/)\.env|google-services\.json$|\.(?:md|ipynb)$/i.test(file.path))
        continue
      for (const { 1: name, 2: value, index } of sources.code(file).matchAll(named)) {
        if (isDummy(value!) || !isRandom(value!) || harmless.test(name!)) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, index),
          message: `${name} is set to what looks like a real secret: ${masked(value!)}.`,
          secrets: [value!],
          advice:
            'Take it out and read it from a setting that each user fills in; change it where it is in use.',
        }
      }
    }
  },
}

const named =
  /(?<![\w.-])["']?([\w-]{0,40}?(?:secret|token|api[_-]?key|auth[_-]?key|access[_-]?key|merchant[_-]?key|private[_-]?key|appid|authorization|salt)\w{0,20})["']?\]?\s{0,8}(?:=>|=|:|,)\s{0,8}["'](?:Bearer )?([A-Za-z0-9+/=_.:@!#-]{16,200})["']/gi
const harmless = /public|publishable|csrf|site_?key|name$|_?id$|url$|header|type|placeholder|label/i

/** Has letters and digits and repeats little: more than 3 bits for each of its characters. */
function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /^(?:https?:|\/|\.)/.test(value)) return false
  if (
    /^(?:rzp|sk|pk)_test_/.test(value) ||
    /(?:^|[-_ ])(?:key|secret|token|dev|local)(?:[-_ ]|$)/i.test(value)
  )
    return false
  const counts = new Map<string, number>()
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits > 3
}
