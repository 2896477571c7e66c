import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

let folder = ''
const read = new Set<string>()
const mailsTo = new Map<string, string[]>()

/** Reads the mails of the server with this data folder from now on. */
export function readMailsIn(dataDir: string) {
  folder = join(dataDir, 'mail')
  read.clear()
  mailsTo.clear()
}

/** The newest mail to an address, or the newest that contains these words; undefined without one. */
export function mailTo(email: string, words = ''): string | undefined {
  // Each mail is read once; their names begin with the time.
  for (const name of readdirSync(folder).toSorted()) {
    if (read.has(name)) continue
    // Long lines are broken by quoted-printable, in the middle of a link too.
    const text = readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, '')
    const to = /^To: (\S+)/m.exec(text)?.[1]
    // It is still being written.
    if (!to) continue
    read.add(name)
    mailsTo.set(to, [...(mailsTo.get(to) ?? []), text])
  }
  return mailsTo.get(email)?.findLast((text) => text.includes(words))
}

/** The code in the newest mail to an address. */
export const codeMailedTo = (email: string): string | undefined =>
  mailTo(email)?.match(/^([0-9]{6})\r?$/m)?.[1]
