/** What a mail server says of an email that it could not deliver, and the header lines that the email itself had. */
export interface DeliveryReport {
  /** 'delayed' as long as the server goes on trying. */
  action: string
  /** Like 5.1.1; RFC 3463. */
  status: string
  /** What the server was told by the one that refused the email, when it says so. */
  diagnostic: string
  returned: Fields
}

type Fields = ReadonlyMap<string, string>

/**
 * Reads a raw report of delivery (RFC 3464) about an email to one recipient; undefined for any other email, and for a
 * report that does not bring back the header of the email that it is about.
 */
export function readDeliveryReport(raw: string): DeliveryReport | undefined {
  const { fields, body } = partsOf(raw.replaceAll('\r\n', '\n'))
  const type = fields.get('content-type') ?? ''
  const boundary = /^multipart\/report\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  if (!boundary) return undefined
  const parts = `\n${body}`
    .split(`\n--${boundary[1] ?? boundary[2]}`)
    .slice(1)
    .map(partsOf)
  const ofType = (wanted: RegExp) => parts.find((part) => wanted.test(part.fields.get('content-type') ?? ''))
  const status = ofType(/^message\/(global-)?delivery-status\b/i)
  const returned = ofType(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/i)
  if (!status || !returned) return undefined
  const about = status.body
    .split(/\n[ \t]*\n/)
    .map(fieldsIn)
    .find((group) => group.has('action'))
  return (
    about && {
      action: about.get('action')!.toLowerCase(),
      status: about.get('status') ?? '',
      diagnostic: about.get('diagnostic-code') ?? '',
      returned: partsOf(returned.body.trimStart()).fields,
    }
  )
}

/** The header of an email, or of a part of one, and what comes after the first empty line. */
function partsOf(text: string): { fields: Fields; body: string } {
  const inner = text.replace(/^[ \t]*\n/, '')
  const end = inner.indexOf('\n\n')
  return end === -1
    ? { fields: fieldsIn(inner), body: '' }
    : { fields: fieldsIn(inner.slice(0, end)), body: inner.slice(end + 2) }
}

/** By lower-case names; of several with one name the first. */
function fieldsIn(header: string): Fields {
  const fields = new Map<string, string>()
  for (const line of header.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
