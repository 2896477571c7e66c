import { endingOf, isGenerated, nameOf, type SourceFile, type Sources } from './sources.ts'

/** Says whether a value only shows where a real one belongs. */
export function isDummy(value: string): boolean {
  const text = value.trim()
  const plain = text.toLowerCase()
  return (
    shown.test(plain) ||
    weak.has(plain) ||
    /[<>{}$%*…]|\.\.\.|^\[|process\.env|os\.environ|getenv|\benv\(/.test(text) ||
    isRepeated(plain) ||
    isCounted(plain)
  )
}

const shown =
  /example|sample|dummy|change[-_ ]?(?:me|this|it)|placeholder|your[-_ ]?|x{4,}|_here\b|\bhere_|insert|replace|todo|fake|mock|to[-_ ]?be[-_ ]?|redacted|undefined|\bnull\b|\bnone\b|^test(?:ing)?[-_ ]?(?:key|secret|token|password)?$|^(?:my|some|the|a|any|super|very)?[-_ ]?(?:top)?[-_ ]?secret(?:[-_ ]?key)?$|^(?:db|mail|email|app|user|mysql|smtp)?[-_ ]?pass(?:word|wd)?$/

/** What a database on one's own machine is given: nobody is harmed by it, and it opens nothing else. */
const weak = new Set(
  'root admin password passwd pass pwd mysql toor tiger postgres guest user test demo 1234 12345 123456 12345678 123456789 qwerty admin123 root123 test123 password123 secret system oracle sa abc123 1234567890 nopassword none empty passed failed required hidden string'.split(
    ' ',
  ),
)

const isRepeated = (text: string) => text.length > 2 && new Set(text.replace(/[-_]/g, '')).size <= 2

const counted = '01234567890123456789 abcdefghijklmnopqrstuvwxyz qwertyuiop'
const isCounted = (text: string) => text.length > 5 && counted.includes(text)

/** A secret as it may be shown and stored: its beginning at most, and how long it is. */
export const masked = (value: string, shownLetters = 0): string =>
  `${value.slice(0, shownLetters)}… (${value.length} characters)`

/** Files in which a secret may stand. Lock files, styles and what a tool made hold hashes that only look like one. */
export const searched = (sources: Sources): SourceFile[] =>
  sources.texts.filter(
    (file) => !isGenerated(file) && !/^(?:css|scss|less|svg|lock|map|csv|tsv)$/.test(endingOf(file.path)),
  )

/** Shows others what to fill in: `.env.example`, `config.sample.php`. */
export const isTemplate = (path: string): boolean =>
  /(?:^|[._-])(?:example|sample|template|dist|default)s?(?:[._-]|$)/i.test(nameOf(path))
