import { endingOf, type SourceFile } from './sources.ts'

/** A value with a name, as code and settings write it, and its index in the text. */
interface NamedValue {
  name: string
  value: string
  index: number
}

const word = '(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|authorization|salt|appid)'
const name = `([\\w.-]{0,60}?${word}\\w{0,20})`

const text = `[@frb]?(["'\`])([^"'\`\\n]{5,200})\\2`
/** `name = "value"`, `'name' => 'value'`, `name: 'value'`, and `define('name', 'value')`. */
const quoted = [
  new RegExp(`(?<![\\w.-])["']?${name}["']?\\]?\\s{0,20}(?:=>|:=|=|:)\\s{0,20}${text}`, 'gi'),
  new RegExp(`["']${name}["']\\s{0,20},\\s{0,20}${text}`, 'gi'),
]
/** `name=value` and `name: value` of a settings file, without quotes. */
const plain = new RegExp(
  `^[ \\t]{0,20}(?:export[ \\t]{1,4})?${name}[ \\t]{0,20}[=:][ \\t]{0,20}([^\\s"'#=:][^\\n#]{3,200})`,
  'gim',
)
/** `<add key="name" value="value"/>` and `<string name="name">value</string>`. */
const inTags = [
  new RegExp(`\\b(?:name|key|Name)="${name}"\\s{1,20}value="([^"\\n]{5,200})"`, 'gi'),
  new RegExp(`\\b(?:name|key)="${name}"[^<>\\n]{0,100}>([^<>\\n]{5,200})<`, 'gi'),
  new RegExp(`<${name}>([^<>\\n]{5,200})</`, 'gi'),
]
const settings = /^(?:properties|ini|conf|cfg|toml|ya?ml|env|txt|config)$/
const tags = /^(?:xml|config|settings)$/

/** The values in a text whose names say that they are passwords, secrets, tokens or keys. */
export function* namedValuesIn({ path }: SourceFile, code: string): Generator<NamedValue> {
  const ending = endingOf(path)
  for (const pattern of quoted)
    for (const { 0: all, 1: found, 3: value, index } of code.matchAll(pattern))
      yield { name: found!, value: value!, index: index + all.lastIndexOf(value!) }
  const others = [...(settings.test(ending) ? [plain] : []), ...(tags.test(ending) ? inTags : [])]
  for (const pattern of others)
    for (const { 0: all, 1: found, 2: value, index } of code.matchAll(pattern))
      yield { name: found!, value: value!.trim(), index: index + all.lastIndexOf(value!.trim()) }
}
