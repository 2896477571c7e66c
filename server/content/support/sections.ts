/** One part of a page: its heading and the Markdown below it. */
export interface Section {
  title: string
  markdown: string
}

/** The parts of a page that is written in Markdown: each begins with a line of ## outside code. */
export function sectionsIn(text: string): Section[] {
  const sections: Section[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    const title = fence === '' ? /^##[ \t]+(.+?)[ \t#]*$/.exec(line)?.[1] : undefined
    if (title !== undefined) sections.push({ title, markdown: '' })
    else sections.at(-1)!.markdown += `${line}\n`
  }
  return sections
}
