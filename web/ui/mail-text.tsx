/** An email address as text; where its place is too narrow it breaks after its @ first. */
export function MailText({ of }: { of: string }) {
  const at = of.indexOf('@') + 1
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  )
}
