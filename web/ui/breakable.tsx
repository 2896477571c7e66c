/** A title in which long joined words break at their joints (a_b, a/b, a-b, a.b) instead of inside a name. */
export function Breakable({ text }: { text: string }) {
  const joint = text.search(/\w{3}[-_/.]\w{3}/) + 4
  if (joint < 4) return text
  return (
    <>
      {text.slice(0, joint)}
      <wbr />
      <Breakable text={text.slice(joint)} />
    </>
  )
}
