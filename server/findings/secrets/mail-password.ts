import type { Rule } from '../check/rule.ts'
import { passwordsAt, type Place } from './passwords.ts'

/** A mail account's password in code or settings, app passwords of Google included. */
export const mailPassword: Rule = {
  name: 'mail-password',
  kind: 'secret',
  title: 'A mail password',
  isRequired: true,
  find: (sources) =>
    passwordsAt(sources, mailPlaces, {
      what: 'A mail password is written here',
      advice:
        'Take it out and revoke it (for Gmail under App passwords); read it from a setting that each user fills in.',
    }),
}

const text = String.raw`["']([^"'\n]{1,100})["']`
const nearMail =
  /smtp|PHPMailer|nodemailer|createTransport|smtplib|javax\.mail|jakarta\.mail|gmail|EMAIL_HOST|MAIL_SERVER/i

const mailPlaces: Place[] = [
  { pattern: new RegExp(`->\\s{0,4}Password\\s{0,4}=\\s{0,4}${text}`, 'g') },
  {
    pattern: new RegExp(
      `\\.login\\s{0,4}\\(\\s{0,8}(?:["'][^"'\\n]{0,100}["']|[\\w.]{1,60})\\s{0,8},\\s{0,8}${text}`,
      'g',
    ),
    near: /smtplib|imaplib|yagmail/,
  },
  {
    pattern: new RegExp(
      `\\bPasswordAuthentication\\s{0,4}\\(\\s{0,8}(?:"[^"\\n]{0,100}"|[\\w.]{1,60})\\s{0,8},\\s{0,8}${text}`,
      'g',
    ),
  },
  {
    pattern: new RegExp(
      `\\b(?:EMAIL|MAIL|SMTP|GMAIL)_?(?:HOST_|APP_)?(?:PASS|PASSWORD|PWD)\\b["']?\\]?\\s{0,8}(?:=>|=|:|,)\\s{0,8}${text}`,
      'gi',
    ),
  },
  {
    pattern: new RegExp(
      `(?<![\\w>])\\$?["']?(?:pass|password|app_?password|sender_?password|from_?password|email_?password)["']?\\s{0,8}(?:=>|=|:)\\s{0,8}${text}`,
      'gi',
    ),
    near: nearMail,
  },
  { pattern: /^\s{0,8}spring\.mail\.password\s{0,4}[=:]\s{0,4}(\S[^\n]{0,100})/gm },
  { pattern: /["'(=]\s{0,4}["']?([a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4})["']/g, near: nearMail },
]
