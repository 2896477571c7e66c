import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTest } from '../files/secrets.ts'
import type { SourceFile, Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'

/** Finds calls that reach accounts of somebody: analytics, chats, and hosted back ends, each account once. */
export const tracking: Rule = {
  name: 'tracking',
  kind: 'note',
  title: 'It reports to an account of somebody',
  *find(sources: Sources): Generator<RuleFinding> {
    const files = sources.written(
      ...codeEndings,
      'html',
      'htm',
      'phtml',
      'vue',
      'svelte',
      'ejs',
      'env',
      'json',
    )
    const found = new Map<
      string,
      { file: SourceFile; index: number; places: number; service: string; does: string; account: string }
    >()
    for (const file of files) {
      if (isTest(file.path) || /package(?:-lock)?\.json$|composer\.json$/.test(file.path)) continue
      const code = sources.code(file)
      for (const [service, does, pattern] of services) {
        const match = pattern.exec(code)
        if (!match || /x{4,}|your|example|0{5,}|12345/i.test(match[1] ?? '')) continue
        const account = (match[1] ?? match[2] ?? '').slice(0, 60)
        const before = found.get(service + account)
        if (before) before.places++
        else found.set(service + account, { file, index: match.index, places: 1, service, does, account })
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
  ['Google Ads', reports, /\bca-pub-(\d{10,20})/],
  ['OneSignal', reports, /\bappId\s{0,4}:\s{0,4}["']([0-9a-f]{8}-[0-9a-f-]{20,30})["']/],
  ['Google Apps Script', asks, /script\.google\.com\/macros\/s\/([\w-]{20,100})/],
  [
    'Formspree or EmailJS',
    'sends its forms to the same account',
    /formspree\.io\/(?:f\/)?(\w{6,40})|emailjs\.init\(\s{0,4}["'](\w{6,40})/,
  ],
  [
    'A hosted back end',
    asks,
    /["'`]https?:\/\/([\w-]{3,60}\.(?:herokuapp\.com|onrender\.com|up\.railway\.app|000webhostapp\.com|pythonanywhere\.com|azurewebsites\.net|glitch\.me|fly\.dev|cyclic\.app|supabase\.co|infinityfreeapp\.com|firebaseio\.com|mockapi\.io))[/"'`]/,
  ],
]
