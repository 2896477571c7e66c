import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTemplate, isTest } from '../files/secrets.ts'
import { isGenerated, type SourceFile, type Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'

/** Finds calls that reach accounts of somebody: analytics, chats, and hosted back ends, each account once. */
export const tracking: Rule = {
  name: 'tracking',
  kind: 'note',
  title: 'It reports to an account of somebody',
  *find(sources: Sources): Generator<RuleFinding> {
    const files = sources.texts.filter((file) => isSearched(sources, file))
    const found = new Map<
      string,
      { file: SourceFile; index: number; places: number; service: string; does: string; account: string }
    >()
    for (const file of files) {
      const seen = new Set<string>()
      for (const { service, does, account, index } of callsIn(file, sources.code(file))) {
        if (/x{4,}|your|example|0{5,}|12345|<|\{/i.test(account) || seen.has(service + account)) continue
        seen.add(service + account)
        const before = found.get(service + account)
        if (before) before.places++
        else found.set(service + account, { file, index, places: 1, service, does, account })
      }
    }
    for (const { file, index, places, service, does, account } of found.values())
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: `${service}: every copy of the project ${does}${account ? ` (${account})` : ''}.${places > 1 ? ` ${places - 1} more ${places === 2 ? 'file does' : 'files do'} the same.` : ''}`,
        advice:
          'Take it out, or read the account or address from a setting and say in the README where each user puts their own.',
        what: service + account,
      }
  },
}

const reports = 'reports its visitors to the same account'
const talks = 'opens the chat of the same account'
const asks = 'asks the same server, which somebody has to keep running'

/** Code, pages and settings, without those of tests, of the author's own deployment, and templates. */
const isSearched = (sources: Sources, file: SourceFile) =>
  endings.test(file.path) &&
  !sources.foreign.has(file.path) &&
  !isGenerated(file) &&
  !isTest(file.path) &&
  !(/\.env/i.test(file.path) && isTemplate(file.path)) &&
  !/(?:^|\/)(?:\.github|\.circleci)\/|(?:^|\/)(?:package-lock\.json|composer\.json|render\.ya?ml|fly\.toml|docker-compose[\w.-]*|[\w.-]*postman[\w.-]*)$/i.test(
    file.path,
  )

const endings = new RegExp(
  String.raw`\.(?:${codeEndings.join('|')}|html?|vue|svelte|ejs|json|properties|ya?ml|xml|toml|ini|config|ino|c|cpp|h|swift|cshtml|razor)$|(?:^|\/)\.env[\w.]*$|\.env$`,
  'i',
)

/** A call that reaches an account. */
interface Call {
  service: string
  does: string
  account: string
  index: number
}

function* callsIn(file: SourceFile, code: string): Generator<Call> {
  if (/(?:^|\/)package\.json$|electron-builder[\w.-]*\.(?:ya?ml|json)$/i.test(file.path)) {
    const owner = publishes.exec(code)
    if (owner)
      yield {
        service: 'Updates',
        does: 'loads its updates from the same GitHub account',
        account: owner[1]!,
        index: owner.index,
      }
    return
  }
  for (const [service, does, pattern] of services) {
    const match = pattern.exec(code)
    if (match) yield { service, does, account: (match[1] ?? match[2] ?? '').slice(0, 60), index: match.index }
  }
  for (const { 0: address, 1: account, 2: kind, index } of code.matchAll(hosts))
    if (isAsked(code, index, index + address.length, clients.test(kind!)))
      yield { service: 'A hosted back end', does: asks, account: account!.slice(0, 60), index }
  for (const { 1: account, index } of code.matchAll(databaseHosts))
    yield { service: 'A hosted database', does: asks, account: account!.slice(0, 60), index }
}

/** The account from whose releases an Electron app updates itself. */
const publishes =
  /["']?publish["']?\s{0,4}:[^]{0,80}?provider["']?\s{0,4}:\s{0,4}["']?github["']?[^]{0,80}?owner["']?\s{0,4}:\s{0,4}["']?([\w-]{2,40})/

/** Servers that hosting firms run for their customers. */
const hosts =
  /(?<=["'`=>]|:\s)\s{0,2}(?:https?|wss?):\/\/([\w.-]{3,100}\.(herokuapp\.com|onrender\.com|up\.railway\.app|000webhostapp\.com|pythonanywhere\.com|azurewebsites\.net|glitch\.me|fly\.dev|cyclic\.(?:app|sh)|supabase\.co|infinityfreeapp\.com|firebaseio\.com|firebasedatabase\.app|mockapi\.io|vercel\.app|netlify\.app|web\.app|execute-api\.[\w-]{5,20}\.amazonaws\.com|elasticbeanstalk\.com|compute(?:-1)?\.amazonaws\.com|deta\.(?:dev|app)|ngrok(?:-free)?\.(?:io|app|dev)|loca\.lt|koyeb\.app|cloudfunctions\.net|run\.app|repl\.co|replit\.(?:app|dev)|hf\.space|appspot\.com|azurecontainerapps\.io|rf\.gd|epizy\.com|workers\.dev|back4app\.io|hasura\.app|adafruit\.io))(?=[:/"'`\s<?#]|$)/gim

/** Hosts of back ends that more often hold pages. */
const clients = /^(?:vercel|netlify|web)\.app$|^(?:appspot|epizy)\.com|^rf\.gd/i

/**
 * True for an address that code asks: not for a link, an origin that may ask, and what a comment says. Of a host of
 * pages the line has to say so.
 */
function isAsked(code: string, index: number, addressEnd: number, isPage: boolean): boolean {
  const before = code
    .slice(Math.max(0, index - 200), index)
    .split('\n')
    .at(-1)!
  const line = `${before} ${code.slice(addressEnd, addressEnd + 200).split('\n', 1)[0]!}`
  if (/(?:\bhref|\bto|\bcanonical|\bsrcset|og:\w{1,12}|content)\s{0,2}=\s{0,2}\{?["'`]?$|\]\($/i.test(before))
    return false
  if (
    /origin|cors|csrf|trusted|allowed|whitelist|redirect|callback|referer|front_?end|client_?url/i.test(line)
  )
    return false
  if (
    /(?:origins?|ALLOWED_\w{1,20}|TRUSTED_\w{1,20})["']?\s{0,4}[=:(]\s{0,4}\[[^\]]{0,600}$/i.test(
      code.slice(Math.max(0, index - 700), index),
    )
  )
    return false
  return (
    !isPage ||
    /\b(?:fetch|axios\w{0,10}|ajax|XMLHttpRequest|http\w{0,8}\.(?:get|post|put)|Uri\.parse|baseUrl\w{0,6}|requests\.\w{3,6})\b|\b\w{0,30}(?:api|base|back_?end|server|socket|endpoint)_?\w{0,10}["']?\s{0,4}[=:,>]|\s\/(?:api|v\d)\b/i.test(
      line,
    )
  )
}

/** Databases that a firm hosts, without those whose address names its password: that is a secret. */
const databaseHosts =
  /(?<![\w@.-])((?:[\w-]{1,60}\.){1,4}(?:rds\.amazonaws\.com|aivencloud\.com|clever-cloud\.com|psdb\.cloud|neon\.tech|rlwy\.net|db4free\.net|freesqldatabase\.com|remotemysql\.com|freemysqlhosting\.net|elephantsql\.com|cockroachlabs\.cloud|tidbcloud\.com|database\.windows\.net|database\.azure\.com|redislabs\.com|somee\.com|filess\.io|alwaysdata\.net))(?![\w.-])/gi

/** A service, what its code does, and a pattern of it whose first group is the account. */
const services: [string, string, RegExp][] = [
  [
    'Google Analytics',
    reports,
    /(?:google-analytics\.com|googletagmanager\.com|\bgtag\(|\bga\()[^]{0,400}?["'=](UA-\d{4,10}-\d{1,3}|G-[A-Z0-9]{8,12}|GTM-[A-Z0-9]{5,9})/,
  ],
  ['Tawk.to', talks, /embed\.tawk\.to\/(\w{10,40})/],
  ['Crisp', talks, /CRISP_WEBSITE_ID\s{0,4}=\s{0,4}["']([\w-]{20,50})/],
  ['Tidio', talks, /code\.tidio\.co\/(\w{10,50})/],
  ['Intercom', talks, /widget\.intercom\.io\/widget\/(\w{4,20})/],
  ['Smartsupp', talks, /_smartsupp\.key\s{0,4}=\s{0,4}["'](\w{10,60})/],
  [
    'Dialogflow or Botpress',
    talks,
    /<df-messenger[^>]{0,300}agent-id="([\w-]{10,60})|cdn\.botpress\.cloud\/webchat/,
  ],
  ['LiveChat', talks, /__lc\.license\s{0,4}=\s{0,4}(\d{5,12})/],
  ['Facebook Pixel', reports, /\bfbq\(\s{0,4}["']init["']\s{0,4},\s{0,4}["'](\d{8,20})/],
  ['Hotjar', reports, /\bhjid\s{0,4}:\s{0,4}(\d{4,10})/],
  [
    'Microsoft Clarity',
    reports,
    /clarity\.ms\/tag\/|["']clarity["']\s{0,4},\s{0,4}["']script["']\s{0,4},\s{0,4}["'](\w{6,14})["']/,
  ],
  [
    'Firebase',
    'keeps its data in the same project',
    /(?:firebaseConfig|initializeApp|FirebaseOptions|authDomain)[^]{0,600}?\bprojectId["']?\s{0,4}[:=]\s{0,4}["']([\w-]{4,40})["']|"project_id":\s{0,4}"([\w-]{4,40})"[^]{0,600}?mobilesdk_app_id/,
  ],
  ['Font Awesome Kit', asks, /kit\.fontawesome\.com\/(\w{8,12})\.js/],
  [
    'Google Forms',
    'sends what is entered to the same account',
    /docs\.google\.com\/forms\/(?:u\/\d\/)?d\/e\/([\w-]{20,80})\/formResponse/,
  ],
  ['Google Ads', reports, /\bca-pub-(\d{10,20})/],
  ['OneSignal', reports, /\bappId\s{0,4}:\s{0,4}["']([0-9a-f]{8}-[0-9a-f-]{20,30})["']/],
  ['Google Apps Script', asks, /script\.google\.com\/macros\/s\/([\w-]{20,100})/],
  [
    'Formspree or EmailJS',
    'sends its forms to the same account',
    /formspree\.io\/(?:f\/)?(\w{6,40})|emailjs\.init\(\s{0,4}["'](\w{6,40})/,
  ],
  [
    'Web3Forms',
    'sends its forms to the same account',
    /\baccess_key["']\s{1,4}value\s{0,2}=\s{0,2}["']([0-9a-f]{8}-[0-9a-f-]{20,30})["']/,
  ],
  [
    'FormSubmit',
    'sends its forms to the same account',
    /formsubmit\.co\/(?:ajax\/)?([\w.+-]{3,60}@[\w.-]{3,60}|\w{20,40})/,
  ],
  ['SheetDB or Sheety', asks, /sheetdb\.io\/api\/v1\/(\w{6,30})|api\.sheety\.co\/(\w{10,60})/],
]
