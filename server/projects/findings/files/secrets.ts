import { endingOf, isGenerated, nameOf, type SourceFile, type Sources } from './sources.ts'

/** Tells whether a value is a placeholder for a real secret. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim()
  const plain = text.toLowerCase()
  return (
    placeholders.test(plain) ||
    weak.has(plain) ||
    published.test(text) ||
    /\$\{|\$\(|\{\{|[<>…]|\.\.\.|\*{3}|^\[|^[$%{]|%\w+%|process\.env|os\.environ|getenv|\benv\(/.test(text) ||
    isRepeated(plain) ||
    isSequence(plain)
  )
}

const placeholders =
  /example|sample|dummy|change[-_ ]?(?:me|this|it)|placeholder|your[-_ ]?|x{4,}|_here\b|\bhere_|insert|replace|todo|fake|mock|to[-_ ]?be[-_ ]?|redacted|undefined|\bnull\b|\bnone\b|^test(?:ing)?[-_ ]?(?:key|secret|token|password)?$|^(?:my|some|the|a|any|super|very)?[-_ ]?(?:top)?[-_ ]?secret(?:[-_ ]?key)?$|^(?:db|mail|email|app|user|mysql|smtp)?[-_ ]?pass(?:word|wd)?$/

/** Keys that services publish for their documentation and tests. */
const published =
  /^(?:AKIAIOSFODNN7EXAMPLE|wJalrXUtnFEMI\/K7MDENG|6LeIxAcTAAAAA|4242424242424242|eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9\.eyJzdWIiOiIxMjM0NTY3ODkwI)/

/** Weak passwords of local databases: publishing them harms nobody. */
const weak = new Set(
  'root admin password passwd pass pwd mysql toor tiger postgres guest user test demo 1234 12345 123456 12345678 123456789 qwerty admin123 root123 test123 password123 secret system oracle sa abc123 1234567890 nopassword none empty passed failed required hidden string'.split(
    ' ',
  ),
)

const isRepeated = (text: string) => text.length > 2 && new Set(text.replace(/[-_]/g, '')).size <= 2

const sequences = '01234567890123456789 abcdefghijklmnopqrstuvwxyz qwertyuiop'
const isSequence = (text: string) => text.length > 5 && sequences.includes(text)

/** A secret as it may be shown and stored: at most its first characters, and its length. */
export const masked = (value: string, shownLetters = 0): string =>
  `${value.slice(0, shownLetters)}… (${value.length} characters)`

/**
 * The files to search for secrets. Lock files, styles and generated files are left out: their hashes only look like
 * secrets.
 */
export const searchableFiles = (sources: Sources): SourceFile[] =>
  sources.texts.filter(
    (file) =>
      !isGenerated(file) &&
      !isTest(file.path) &&
      !/^(?:css|scss|less|svg|lock|map|csv|tsv|resx)$/.test(endingOf(file.path)),
  )

/** The files to search for keys whose form shows their service: also data and what a tool made, or seems to have made. */
export const filesForServiceKeys = (sources: Sources): SourceFile[] =>
  sources.texts.filter(
    ({ path }) => !isTest(path) && !/^(?:css|scss|less|svg|lock|map|resx)$/.test(endingOf(path)),
  )

/** Tells whether a file belongs to the tests, whose secrets are made up. */
export const isTest = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|test[-_]?data|mocks?|__mocks__|cypress|e2e)\/|(?:^|[._-])(?:test|spec)s?[._-][^/]*$|(?:^|\/)[^/]*Tests?\.(?:java|kt|cs|php)$/.test(
    path,
  )

/** Tells whether a file is a template of settings: `.env.example`, `config.sample.php`. */
export const isTemplate = (path: string): boolean =>
  /(?:^|[._-])(?:example|sample|template|dist|default)s?(?:[._-]|$)/i.test(nameOf(path))

/** A value with a name, as code and settings write it, and its index in the text. */
interface NamedValue {
  name: string
  value: string
  index: number
}

const secretWord = '(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|authorization|salt|appid)'
const secretName = `([\\w.-]{0,60}?${secretWord}\\w{0,20})`

const textValue = `[@frb]?(["'\`])([^"'\`\\n]{5,200})\\2`
/** `name = "value"`, `'name' => 'value'`, `name: 'value'`, and `define('name', 'value')`. */
const quoted = [
  new RegExp(`(?<![\\w.-])["']?${secretName}["']?\\]?\\s{0,20}(?:=>|:=|=|:)\\s{0,20}${textValue}`, 'gi'),
  new RegExp(`["']${secretName}["']\\s{0,20},\\s{0,20}${textValue}`, 'gi'),
]
/** `name=value` and `name: value` of a settings file, without quotes. */
const unquoted = new RegExp(
  `^[ \\t]{0,20}(?:export[ \\t]{1,4})?${secretName}[ \\t]{0,20}[=:][ \\t]{0,20}([^\\s"'#=:][^\\n#]{3,200})`,
  'gim',
)
/** `<add key="name" value="value"/>` and `<string name="name">value</string>`. */
const inTags = [
  new RegExp(`\\b(?:name|key|Name)="${secretName}"\\s{1,20}value="([^"\\n]{5,200})"`, 'gi'),
  new RegExp(`\\b(?:name|key)="${secretName}"[^<>\\n]{0,100}>([^<>\\n]{5,200})<`, 'gi'),
  new RegExp(`<${secretName}>([^<>\\n]{5,200})</`, 'gi'),
]
const settingsEndings = /^(?:properties|ini|conf|cfg|toml|ya?ml|env|txt|config)$/
const tagEndings = /^(?:xml|config|settings)$/

/** The values in a text whose names say that they are passwords, secrets, tokens or keys. */
export function* namedValuesIn({ path }: SourceFile, code: string): Generator<NamedValue> {
  const ending = endingOf(path)
  for (const pattern of quoted)
    for (const { 0: all, 1: found, 3: value, index } of code.matchAll(pattern))
      yield { name: found!, value: value!, index: index + all.lastIndexOf(value!) }
  const others = [
    ...(settingsEndings.test(ending) ? [unquoted] : []),
    ...(tagEndings.test(ending) ? inTags : []),
  ]
  for (const pattern of others)
    for (const { 0: all, 1: found, 2: value, index } of code.matchAll(pattern))
      yield { name: found!, value: value!.trim(), index: index + all.lastIndexOf(value!.trim()) }
}
