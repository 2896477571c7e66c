import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTest } from '../files/secrets.ts'
import { nameOf, type Sources } from '../files/sources.ts'

/** Finds services that a project needs an account of, and that its README does not name. */
export const neededService: Rule = {
  name: 'readme',
  kind: 'note',
  title: 'A service that the README does not explain',
  *find(sources: Sources): Generator<RuleFinding> {
    const readme = sources.texts
      .filter(({ path }) => /^readme(?:\.(?:md|markdown|txt|rst))?$/i.test(nameOf(path)))
      .toSorted((one, other) => one.path.length - other.path.length)[0]
    if (!readme) return
    // A link to a service's own pages does not say what to do there.
    const said = readme.text
      .slice(0, 200_000)
      .replace(/\[[^\s\]]{1,40}\]\([^()\s]{1,300}\)|https?:\/\/\S{1,300}/g, '')
    const used = services.filter(
      ([, use, named]) =>
        !named.test(said) &&
        sources.texts.some(
          ({ path, text }) => !isTest(path) && !/\.(?:md|txt|lock|css|svg)$/i.test(path) && use.test(text),
        ),
    )
    if (used.length === 0) return
    const names = used.map(([name]) => name)
    yield {
      file: readme.path,
      line: null,
      message: `The project needs ${names.slice(0, 3).join(', ')}, of which the README says nothing.`,
      what: names.join(' '),
      advice:
        'Say how to open an account there and where to put its keys, or the project does not start elsewhere.',
    }
  },
}

/** A service, its use in code or a manifest, and its name in a README. */
const services: [string, RegExp, RegExp][] = [
  [
    'Firebase',
    /\bfirebase_core\b|com\.google\.(?:firebase|gms\.google-services)|firebase\.initializeApp|firebase_admin|["']firebase\/app["']/,
    /firebase|google-services/i,
  ],
  ['Supabase', /@supabase\/supabase-js|\bsupabase_flutter\b/, /supabase/i],
  ['Razorpay', /\brazorpay\.Client\(|new Razorpay\(|checkout\.razorpay\.com/, /razorpay/i],
  ['Stripe', /\bstripe\.api_key|new Stripe\(|require\(["']stripe["']\)\(/, /stripe/i],
  ['Twilio', /\btwilio\.rest\b|require\(["']twilio["']\)/, /twilio|sms/i],
  ['Cloudinary', /\bcloudinary\.config\(/, /cloudinary/i],
  ['OpenAI', /\bopenai\.api_key|new OpenAI\(|OpenAI\(\s*api_key/, /openai|chatgpt|gpt/i],
  ['AWS', /\bboto3\.client\(|@aws-sdk\/client-|new AWS\.S3/, /\baws\b|\bs3\b|amazon|dynamo/i],
]
