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

/** Tells whether a file belongs to the tests, whose secrets are made up. */
export const isTest = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|test[-_]?data|mocks?|__mocks__|cypress|e2e)\/|(?:^|[._-])(?:test|spec)s?[._-][^/]*$|(?:^|\/)[^/]*Tests?\.(?:java|kt|cs|php)$/.test(
    path,
  )

/** Tells whether a file is a template of settings: `.env.example`, `config.sample.php`. */
export const isTemplate = (path: string): boolean =>
  /(?:^|[._-])(?:example|sample|template|dist|default)s?(?:[._-]|$)/i.test(nameOf(path))
