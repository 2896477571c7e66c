import type { Found, Rule } from '../check/rule.ts'
import { nameOf, type SourceFile, type Sources } from '../sources/sources.ts'
import { isDummy, masked } from './dummies.ts'
import { searched } from './files.ts'

/** Keys and tokens whose service can be told by their form. Keys of test modes (rzp_test_, sk_test_) move no money and are left alone. */
export const serviceKey: Rule = {
  name: 'service-key',
  kind: 'secret',
  title: 'A key of a service',
  isRequired: true,
  *find(sources: Sources): Generator<Found> {
    for (const file of searched(sources)) {
      const seen = new Set<string>()
      for (const [service, pattern] of services)
        for (const { 0: key, index } of file.text.matchAll(pattern)) {
          if (seen.has(key) || isDummy(key) || isPublic(file, service, index)) continue
          seen.add(key)
          yield {
            file: file.path,
            line: sources.lineAt(file, index),
            message: `This looks like ${/^(?:[AEIO]|npm)/.test(service) ? 'an' : 'a'} ${service}: ${masked(key, 8)}. Whoever has it can use your account.`,
            secrets: [key],
            advice: `Take it out, make a new one at the service, and read it from a setting that each user fills in.`,
          }
        }
    }
  },
}

/** Firebase gives this key to every app that is installed and every page that is opened; it only says which project is meant. */
function isPublic({ path, text }: SourceFile, service: string, index: number): boolean {
  if (service !== googleKey) return false
  return (
    /^(?:google-services.*\.json|googleservice-info\.plist|firebase_options\.dart)$/i.test(nameOf(path)) ||
    /authDomain|messagingSenderId/.test(text.slice(Math.max(0, index - 500), index + 500))
  )
}
const googleKey = 'Google API key'

const key = (pattern: string) => new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, 'g')

/** The forms are those that the services themselves describe, and the public lists of secret scanners. */
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
