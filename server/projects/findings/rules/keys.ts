import type { RuleFinding, Rule } from '../files/rule.ts'
import {
  filesForServiceKeys,
  isPlaceholder,
  isTemplate,
  isTest,
  masked,
  namedValuesIn,
  searchableFiles,
} from '../files/secrets.ts'
import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { frameworkKeysIn } from './framework-keys.ts'

/** Finds private keys, in files of their own or inside others. */
export const privateKey: Rule = {
  name: 'private-key',
  kind: 'secret',
  title: 'A private key',
  isRequired: true,
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of sources.texts.filter(({ path }) => !isTest(path)))
      for (const { index, 0: begin, 1: body } of file.text.matchAll(
        /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----((?:\\n|[\s"'+,\\A-Za-z0-9/=:-]){0,400})/g,
      )) {
        const letters = body!.replace(/\\n|[^A-Za-z0-9/+=]/g, '')
        if (letters.length < 40 || isPlaceholder(letters.slice(0, 40))) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, index),
          message: `A private key is written here (${begin.slice(5, begin.indexOf('-----', 5))}). Every buyer could act in its owner’s name with it.`,
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

/**
 * Finds keys and tokens whose form shows their service. Keys of test modes (rzp_test_, sk_test_) are left out, because
 * they move no money.
 */
export const serviceKey: Rule = {
  name: 'service-key',
  kind: 'secret',
  title: 'A key of a service',
  isRequired: true,
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of filesForServiceKeys(sources)) {
      const seen = new Set<string>()
      for (const [service, pattern] of services)
        for (const { 0: key, index } of file.text.matchAll(pattern)) {
          if (seen.has(key) || isPlaceholder(key) || isPublic(file, service, index)) continue
          seen.add(key)
          yield {
            file: file.path,
            line: sources.lineAt(file, index),
            message: `This looks like ${/^(?:[AEIO]|npm)/.test(service) ? 'an' : 'a'} ${service}: ${masked(key, 8)}. Whoever has it can use the account.`,
            secrets: [key],
            advice: `Take it out, make a new one at the service, and read it from a setting that each user fills in.`,
          }
        }
    }
  },
}

/** True for a Firebase key that every installed app and opened page contains: it only identifies the project. */
function isPublic({ path, text }: SourceFile, service: string, index: number): boolean {
  if (service !== googleKey) return false
  return (
    /^(?:google-services.*\.json|googleservice-info\.plist|firebase_options\.dart)$/i.test(nameOf(path)) ||
    /authDomain|messagingSenderId/.test(text.slice(Math.max(0, index - 500), index + 500))
  )
}
const googleKey = 'Google API key'

const key = (pattern: string) => new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, 'g')

/** Patterns from the services' own documentation and from public lists of secret scanners. */
const services: [string, RegExp][] = [
  ['live Razorpay key', key('rzp_live_[A-Za-z0-9]{14,24}')],
  ['live Stripe key', key('(?:sk|rk)_live_[A-Za-z0-9]{16,120}')],
  ['live Cashfree key', key('cfsk_ma_prod_[a-f0-9]{32}_[a-f0-9]{8}')],
  ['AWS access key', key('(?:AKIA|ASIA)[A-Z2-7]{16}')],
  [googleKey, key('AIza[\\w-]{35}')],
  ['Google client secret', key('GOCSPX-[\\w-]{28}')],
  ['Firebase messaging key', key('AAAA[\\w-]{7}:[\\w-]{140}')],
  ['GitHub token', key('(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\\w{82})')],
  ['GitLab token', key('glpat-[\\w-]{20}')],
  ['npm token', key('npm_[A-Za-z0-9]{36}')],
  ['Slack token', key('xox[abeprs]-[A-Za-z0-9-]{10,80}')],
  ['Slack webhook', /https:\/\/hooks\.slack\.com\/services\/T\w{6,12}\/B\w{6,12}\/\w{20,30}/g],
  ['Discord webhook', /https:\/\/(?:canary\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/g],
  ['Discord bot token', key('[MNO][A-Za-z\\d_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,38}')],
  ['Telegram bot token', key('\\d{8,10}:AA[\\w-]{33}')],
  ['SendGrid key', key('SG\\.[\\w-]{22}\\.[\\w-]{43}')],
  ['Brevo key', key('xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}')],
  ['Mailgun key', key('key-[a-f0-9]{32}')],
  ['Twilio key', key('SK[a-f0-9]{32}')],
  ['Twilio account', key('AC[a-f0-9]{32}')],
  ['OpenAI key', key('sk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{32,180}')],
  ['Anthropic key', key('sk-ant-[\\w-]{80,120}')],
  ['Groq key', key('gsk_[A-Za-z0-9]{52}')],
  ['Hugging Face token', key('hf_[A-Za-z0-9]{34}')],
  ['Cloudinary address with its secret', /cloudinary:\/\/\d{10,20}:[\w-]{20,40}@[\w-]{1,60}/g],
  ['Mapbox secret token', key('sk\\.eyJ[\\w-]{50,120}\\.[\\w-]{20,60}')],
  ['Shopify token', key('shp(?:at|ss|pa|ca)_[a-f0-9]{32}')],
  ['Facebook token', key('EAA[A-Za-z0-9]{60,250}')],
  ['Supabase service key', key('sbp_[a-f0-9]{40}')],
  ['DigitalOcean token', key('dop_v1_[a-f0-9]{64}')],
  [
    'Kaggle key',
    /(?<="username"\s{0,4}:\s{0,4}"[\w-]{1,60}"\s{0,4},\s{0,8}"key"\s{0,4}:\s{0,4}")[a-f0-9]{32}(?=")/g,
  ],
  ['Azure storage key', /AccountKey=[A-Za-z0-9+/]{86}==/g],
]

/** Finds values whose names say that they are secret: keys and tokens that look random, and passwords of services. */
export const secretValue: Rule = {
  name: 'secret-value',
  kind: 'secret',
  title: 'A value that looks secret',
  isRequired: true,
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of searchableFiles(sources)) {
      if (isTemplate(file.path) || /(?:^|\/)\.env|google-services\.json$|\.(?:md|ipynb)$/i.test(file.path))
        continue
      const frameworkKeys = new Set(frameworkKeysIn(file, sources.code(file)).map(({ value }) => value))
      const named = [...namedValuesIn(file, sources.code(file))]
      const columns = columnsIn(named)
      for (const { name, value, index } of named) {
        if (columns.has(name)) continue
        const plain = value.replace(/^Bearer /i, '')
        if (isPlaceholder(plain) || frameworkKeys.has(value) || !isSecret(name, plain, file)) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, index),
          message: `${name} is set to what looks like a real secret: ${masked(plain)}.`,
          secrets: [plain],
          advice:
            'Take it out and read it from a setting that each user fills in; change it where it is in use.',
        }
      }
    }
  },
}

/** The names of many values in a file: they are columns of sample data. */
const columnsIn = (named: { name: string; value: string }[]): Set<string> => {
  const values = new Map<string, Set<string>>()
  for (const { name, value } of named) (values.get(name) ?? values.set(name, new Set()).get(name)!).add(value)
  return new Set([...values].flatMap(([name, different]) => (different.size > 4 ? [name] : [])))
}

const isSecret = (name: string, value: string, file: SourceFile) =>
  passwordName.test(name)
    ? isOfService(name, file) && isPasswordOfService(value)
    : /^[\w+/=.:@!#~^&*()|,;?-]{16,200}$/.test(value) && isRandom(value) && !harmless.test(name)

const passwordName = /(?:pass(?:word|wd|phrase)?|pwd)$/i
const harmless =
  /public|publishable|csrf|hash|title|_point_|message|description|(?:storage|cache|query|draft|local|session|item|page)_?key|^key$|site_?key|name$|_?id$|url$|header|type|placeholder|label/i

/**
 * True for the name of a password that a service or a store of keys asks for. The passwords of the program's own users
 * are demo sign-ins, and texts of pages are no passwords.
 */
function isOfService(name: string, { path }: SourceFile): boolean {
  const [before] = name
    .replace(/[_.-]?(?:pass(?:word|wd|phrase)?|pwd)$/i, '')
    .split(/(?=[A-Z][a-z])|[_.-]/)
    .slice(-1)
  return (
    before !== undefined &&
    before !== '' &&
    !/^(?:my|the|a|an|is|has|no|re|c|cur|current|new|old|conf|confirm(?:ed)?|repeat|retype|verify|show|hide|toggle|forgot|reset|change|update|hash(?:ed)?|encrypted|encoded|plain|raw|temp|random|generated|initial|default|demo|test|dummy|seed|admin|user|users?|student|teacher|faculty|staff|customer|employee|member|doctor|patient|manager|owner|super|superuser|guest|login|signin|signup|register|account|p|u|s|n|txt|input|lbl|label|field|form|str|error|err|msg|message|invalid|wrong|weak|strong|valid|min|max|bad|incorrect|missing|empty|your|security|user_?name|root)$/i.test(
      before,
    ) &&
    !/(?:^|\/)(?:lang|locales?|i18n|translations?|messages?)(?:\/|[._-])/i.test(path)
  )
}

const isPasswordOfService = (value: string) =>
  value.length >= 6 &&
  value.length <= 64 &&
  !/\s/.test(value) &&
  /[A-Za-z]/.test(value) &&
  /[\d@#!$%^&*~]/.test(value) &&
  !/[/\\(){}[\]]|::|\.\w+$|^[.#@]\w+$/.test(value)

/** True for a value with letters and digits and an entropy above 3 bits for each character. */
function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /^(?:https?:|\/|\.)/.test(value)) return false
  if (
    /^(?:rzp|sk|pk)_test_|^AIza/.test(value) ||
    /(?:^|[-_ .])(?:key|secret|token|dev|local)(?:[-_ .]|$)/i.test(value)
  )
    return false
  // Words and versions with signs between them are names, such as those under which a page stores things.
  if (value.split(/[-_.:/]/).every((part) => /^(?:[A-Za-z]*|\d{1,4}|[A-Za-z]{1,12}\d{1,2})$/.test(part)))
    return false
  const counts = new Map<string, number>()
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits > 3
}

/** Finds .env files with values of their owner, with one finding for each file. */
export const envFile: Rule = {
  name: 'env-file',
  kind: 'secret',
  title: 'A .env file with values',
  isRequired: true,
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of sources.texts) {
      if (!/^\.env(?:\.|$)|\.env$/i.test(nameOf(file.path)) || isTemplate(file.path)) continue
      const set = [...file.text.matchAll(envSetting)].flatMap(({ 1: name, 2: value, index }) => {
        const plain = value!.trim().replace(/^(["'])(.{0,500})\1$/, '$2')
        return isOwnerValue(name!, plain) ? [{ name: name!, plain, index }] : []
      })
      const [first] = set
      if (!first) continue
      yield {
        file: file.path,
        line: sources.lineAt(file, first.index),
        message: `This file sets ${first.name} to a real value: ${masked(first.plain)}. Every buyer would get it.`,
        advice:
          'Leave this file out, change the values at their services, and add a .env.example without them.',
        secrets: set.map(({ plain }) => plain),
      }
    }
  },
}

const envSetting =
  /^[ \t]{0,8}(?:export[ \t]{1,4})?([A-Za-z_]\w{0,80})[ \t]{0,4}=[ \t]{0,4}([^\n#][^\n]{0,500})/gm
const sensitive = /KEY|SECRET|TOKEN|PASS|PWD|CREDENTIAL|DSN|AUTH|(?:DATABASE|MONGO\w{0,10}|DB|REDIS)_?UR[IL]/i

const isOwnerValue = (name: string, value: string) =>
  value.length >= 4 &&
  sensitive.test(name) &&
  !isPlaceholder(value) &&
  !/^(?:pk|rzp)_test_|^sk_test_/.test(value)
