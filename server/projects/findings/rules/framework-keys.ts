import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTemplate, masked, searchableFiles } from '../files/secrets.ts'
import { endingOf, type SourceFile, type Sources } from '../files/sources.ts'

/** Finds the keys with which a framework signs sessions, one for each file; every installation needs one of its own. */
export const frameworkKey: Rule = {
  name: 'framework-key',
  kind: 'note',
  title: 'A key that every installation has to make anew',
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of searchableFiles(sources)) {
      if (isTemplate(file.path)) continue
      const [first, ...others] = frameworkKeysIn(file, sources.code(file))
      if (!first) continue
      yield {
        file: file.path,
        line: sources.lineAt(file, first.index),
        message: `The key of the framework is written here: ${masked(first.value)}. Whoever has the project can forge the sessions of every copy that keeps it.`,
        secrets: [first, ...others].map(({ value }) => value),
        advice: 'Read it from a setting, and say in the README how to make one.',
      }
    }
  },
}

/** The keys of frameworks in a text, with their indexes. */
export function frameworkKeysIn({ path }: SourceFile, code: string): { value: string; index: number }[] {
  return (byEnding.get(endingOf(path)) ?? []).flatMap((pattern) =>
    [...code.matchAll(pattern)]
      .map(({ 0: all, 1: value, index }) => ({ value: value!, index: index + all.lastIndexOf(value!) }))
      .filter(({ value }) => !isRead.test(value)),
  )
}

/** A value that is read from somewhere, or stands for one. */
const isRead = /\$\{|\{\{|<|process\.env|change[-_ ]?(?:me|this)|your[-_ ]|^(?:generate|set|put)[-_ ]/i

const python = [
  /\bSECRET_KEY["']?\]?\s{0,8}=\s{0,8}[fbr]?["']([^"'\n]{4,200})["']/g,
  /\.secret_key\s{0,8}=\s{0,8}[fbr]?["']([^"'\n]{2,200})["']/g,
  /\bSECRET_KEY\s{0,8}=[^\n]{1,120}(?:,|\bor)\s{0,8}(?:default\s{0,4}=\s{0,4})?["']([^"'\n]{4,200})["']/g,
]
const script = [
  // What counts when nobody has set one.
  /process\.env\.\w{0,40}SECRET\w{0,20}\s{0,4}(?:\|\||\?\?)\s{0,8}["'`]([^"'`\n]{3,100})["'`]/g,
  /\b(?:session|cookieSession|cookie-session|expressSession)\(\s{0,8}\{[^{}]{0,300}?\bsecret\s{0,8}:\s{0,8}\[?["'`]([^"'`\n]{2,200})["'`]/g,
  /\bcookieParser\(\s{0,8}["'`]([^"'`\n]{2,200})["'`]/g,
  /\bjwt\.(?:sign|verify)\(\s{0,8}(?:\{[^{}]{0,300}\}|[\w.]{1,80})\s{0,8},\s{0,8}["'`]([^"'`\n]{2,200})["'`]/g,
]
const php = [
  /\bdefine\(\s{0,4}["']\w{0,20}(?:JWT|SESSION|ENCRYPTION|QR)_?\w{0,10}(?:SECRET|KEY)\w{0,10}["']\s{0,4},\s{0,4}(?:getenv\([^()\n]{1,60}\)\s{0,4}(?:\?:|\?\?|\|\|)\s{0,4})?["']([^"'\n]{4,200})["']/g,
  /(?:\bgetenv\(\s{0,4}["']\w{0,20}SECRET\w{0,20}["']\s{0,4}\)|\$_ENV\[["']\w{0,20}SECRET\w{0,20}["']\])\s{0,4}(?:\?:|\?\?|\|\|)\s{0,4}["']([^"'\n]{4,200})["']/g,
  /\bJWT::(?:encode|decode)\([^;\n]{1,100}?["']([^"'\n$]{6,200})["']\s{0,4},\s{0,4}["']HS/g,
  /\[\s{0,4}["']encryption_key["']\s{0,4}\]\s{0,8}=\s{0,8}["']([^"'\n]{4,200})["']/g,
  /["']key["']\s{0,8}=>\s{0,8}["'](base64:[^"'\n]{20,100})["']/g,
]
/** `app.jwtSecret=…` and `jwt.secret: …` in the settings of Spring and others; one that looks random is a secret of its own. */
const jwt =
  /^[ \t]{0,20}[\w.-]{0,40}(?:jwt[\w.-]{0,20}(?:secret|key)|secret[\w.-]{0,10}key)[ \t]{0,4}[=:][ \t]{0,4}["']?((?!\S{0,40}\d\S{0,40}\d\S{0,40}\d)[^\s"'#$]{6,40})["']?[ \t]*\r?$/gim
const byEnding = new Map<string, RegExp[]>(
  Object.entries({
    py: python,
    js: script,
    ts: script,
    mjs: script,
    cjs: script,
    php,
    rb: [/\bsecret_key_base\s{0,4}[=:]\s{0,4}["']([0-9a-f]{30,200})["']/g],
    properties: [jwt],
    yaml: [jwt],
    yml: [jwt, /\bsecret_key_base:\s{0,4}["']?([0-9a-f]{30,200})/g],
    config: [/<machineKey\s[^>]{0,200}?validationKey="([0-9A-Fa-f]{30,200})"/g],
  }),
)
