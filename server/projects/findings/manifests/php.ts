import { nameOf, type Sources } from '../files/sources.ts'
import { type Ecosystem, firstByName, type ImportedLibrary } from './ecosystem.ts'

/**
 * The PHP libraries that the project needs from Composer. Its folder vendor/ is left out of uploads, so composer.json
 * has to name them.
 */
export function phpNeeds(sources: Sources): Ecosystem {
  const files = sources.texts.filter(({ path }) => nameOf(path) === 'composer.json')
  const declared = files.map(({ text }) => text.toLowerCase()).join('\n')
  const needed = firstByName(importsIn(sources))
  return {
    language: 'PHP',
    hasManifest: files.length > 0,
    manifest: 'composer.json',
    needed,
    missing: needed.filter(({ name }) => known.has(name) && !declared.includes(known.get(name)!)),
    advice: 'Run “composer require NAME” and upload composer.json again.',
  }
}

/** Namespaces of packages that are common in student projects, with their names in composer.json. */
const known = new Map(
  Object.entries({
    PHPMailer: 'phpmailer',
    Dompdf: 'dompdf',
    Razorpay: 'razorpay',
    Stripe: 'stripe',
    PhpOffice: 'phpoffice',
    Mpdf: 'mpdf',
    Twilio: 'twilio',
    Dotenv: 'phpdotenv',
    GuzzleHttp: 'guzzle',
    Endroid: 'endroid',
  }),
)

function* importsIn(sources: Sources): Generator<ImportedLibrary> {
  const isBundled = (name: string) =>
    sources.files.some(({ path }) =>
      path
        .toLowerCase()
        .split('/')
        .some((part) => part.startsWith(name.toLowerCase())),
    )
  for (const file of sources.written('php')) {
    const code = sources.code(file)
    const autoload = /vendor\/autoload\.php/.exec(code)
    if (autoload) yield { name: 'vendor/autoload.php', file, index: autoload.index }
    for (const { 1: name, index } of code.matchAll(/^[ \t]{0,8}use[ \t]{1,4}\\?(\w{1,60})\\/gm))
      if (known.has(name!) && !isBundled(name!)) yield { name: name!, file, index }
  }
}
