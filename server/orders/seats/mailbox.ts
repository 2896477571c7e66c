/**
 * Returns the mailbox that an address belongs to: without what is behind a plus, and at Gmail without dots. Whoever reads
 * it says 'Not me' once for all of its addresses.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at), email.slice(at + 1)]
  const base = name.replace(/(?<=.)\+.*$/, '')
  return ['gmail.com', 'googlemail.com'].includes(host)
    ? `${base.replaceAll('.', '')}@gmail.com`
    : `${base}@${host}`
}
