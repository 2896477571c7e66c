import { MailText } from '../../ui/text/mail-text.tsx'

/** Who runs the shop and how to reach them, as far as that is known; nothing while it is not. */
export function OperatorLines({
  operator: { legalName, address, email, phone },
}: {
  operator: OperatorFacts
}) {
  if (!legalName && !address && !email && !phone) return null
  return (
    <address className="border-rule text-14 text-quiet flex flex-col border-t py-5 break-words not-italic">
      {legalName && <span className="text-ink font-semibold">{legalName}</span>}
      {address && <span>{address.split('\n').join(', ')}</span>}
      {(email || phone) && (
        <span className="flex flex-wrap gap-x-6">
          {email && (
            <a href={`mailto:${email}`} className="foot-link">
              {/* A word of its own: the parts of a flexible box are read out apart. */}
              <span>
                <MailText of={email} />
              </span>
            </a>
          )}
          {phone && (
            <a href={phoneLink(phone)} className="foot-link">
              {phone}
            </a>
          )}
        </span>
      )}
    </address>
  )
}

/** The address by which a phone dials a number as it was written. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

export interface OperatorFacts {
  legalName: string | null
  address: string | null
  email: string | null
  phone: string | null
}
