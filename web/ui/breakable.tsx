/** A title in which long joined words break at their joints (a_b, a/b, a-b, a.b) instead of inside a name. */
export function Breakable({ text }: { text: string }) {
  const joint = text.search(/\w{4}[-_/.]\w{3}/) + 5
  if (joint < 5) return text
  return (
    <>
      {text.slice(0, joint)}
      <wbr />
      <Breakable text={text.slice(joint)} />
    </>
  )
}
