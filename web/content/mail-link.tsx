/** An email address to write to; on narrow screens it breaks after its @. */
export function MailLink({ to }: { to: string }) {
  const [name, domain] = to.split('@')
  return (
    <a href={`mailto:${to}`} className="link-rule">
      {name}@<wbr />
      {domain}
    </a>
  )
}
