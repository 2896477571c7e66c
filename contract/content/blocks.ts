/** A text that staff write as plain blocks, one for each entry, with an empty line between them. */

/** The lines of each block, trimmed. */
const blocksIn = (text: string): string[][] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((lines) => lines.length > 0)

/** The text of such blocks; a line that is nothing is left out. */
export const blocksOf = (blocks: readonly (string | null | false)[][]): string =>
  blocks.map((lines) => lines.filter(Boolean).join('\n')).join('\n\n')

/** A title on the first line, its text below it. */
export const titledIn = (text: string) =>
  blocksIn(text).map(([title = '', ...rest]) => ({ title, description: rest.join(' ') }))

/** The same; lines below the text that begin with a dash are its points. */
export const listedIn = (text: string) =>
  blocksIn(text).map(([title = '', ...rest]) => ({
    title,
    description: rest.filter((line) => !isPoint(line)).join(' '),
    features: rest.filter(isPoint).map((line) => line.slice(1).trim()),
  }))

const isPoint = (line: string) => line.startsWith('-')

/** '2026: The shop opens' on the first line, its text below it. */
export const datedIn = (text: string) =>
  blocksIn(text).map(([first = '', ...rest]) => {
    const [year = '', ...title] = first.split(':')
    return { year: year.trim(), title: title.join(':').trim(), description: rest.join(' ') }
  })

/** A question on the first line, its answer below it. */
export const questionsIn = (text: string) =>
  titledIn(text).map(({ title, description }) => ({ question: title, answer: description }))

/** Name and role on the first two lines, then the text, 'Skills: one, another', and addresses at LinkedIn and GitHub. */
export const peopleIn = (text: string) =>
  blocksIn(text).map(([name = '', role = '', ...rest]) => {
    const [linkedin, github] = [linkTo(rest, 'linkedin.com'), linkTo(rest, 'github.com')]
    const skills = rest.find((line) => skillsLine.test(line))
    return {
      name,
      role,
      bio: rest.filter((line) => line !== linkedin && line !== github && line !== skills).join(' '),
      skills: (skills ?? '')
        .replace(skillsLine, '')
        .split(',')
        .map((skill) => skill.trim())
        .filter(Boolean),
      linkedin,
      github,
    }
  })

const skillsLine = /^skills:/i

const linkTo = (lines: string[], host: string) =>
  lines.find((line) => {
    if (!/^https:\/\/\S+$/.test(line) || !URL.canParse(line)) return false
    const { hostname } = new URL(line)
    return hostname === host || hostname.endsWith(`.${host}`)
  }) ?? null
