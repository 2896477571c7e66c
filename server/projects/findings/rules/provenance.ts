import type { RuleFinding, Rule } from '../files/rule.ts'
import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'

/** Finds what suggests that the work is another author's, with one finding for each file. */
export const provenance: Rule = {
  name: 'provenance',
  kind: 'note',
  title: 'Whose work it is',
  *find(sources: Sources): Generator<RuleFinding> {
    const readme = readmeOf(sources)
    for (const file of sources.texts) {
      const sign = file === readme ? inReadme(file) : inOther(file)
      if (!sign) continue
      yield {
        file: file.path,
        line: sources.lineAt(file, sign.index),
        message: sign.message,
        what: sign.what,
        advice:
          'Say whose work it is and under which licence. Only offer what you made yourself or may sell; keep the notices of others.',
      }
    }
    for (const { path } of sources.files)
      if (assignment.test(nameOf(path)) && document.test(path))
        yield {
          file: path,
          line: null,
          message: 'The name of this document is that of a task which somebody set.',
          advice: 'Only offer what you may sell: a task, its text and its data belong to whoever set it.',
        }
  },
}

interface Sign {
  index: number
  message: string
  what: string
}

/** The README nearest to the top. */
const readmeOf = (sources: Sources) =>
  sources.texts
    .filter(({ path }) => /^readme(?:\.\w+)?$/i.test(nameOf(path)))
    .toSorted((one, other) => one.path.split('/').length - other.path.split('/').length)[0]
const document = /\.(?:pdf|docx?|pptx?|odt|txt|md)$/i
const assignment =
  /(?:coding|hiring|interview|take[-_ ]?home|technical|programming|home)[-_ ]?(?:task|test|challenge|assignment|assessment)|^(?:assignment|assessment|task|problem)[-_ ]?(?:statement|brief|description|sheet|\d{1,2})?\.\w+$|(?:coursework|problem[-_ ]?set|lab[-_ ]?sheet)/i

/** A repository to clone, or whose pictures are shown. Libraries are linked otherwise. */
const repository =
  /(?:git clone\s{1,4}(?:https?:\/\/|git@|ssh:\/\/git@)?(?:www\.)?github\.com[/:]|!\[[^\]\n]{0,200}\]\(https?:\/\/(?:github\.com|raw\.githubusercontent\.com)\/|<img\b[^>]{0,200}src="https?:\/\/(?:github\.com|raw\.githubusercontent\.com)\/)(?!your|<|user(?:name|-attachments)?\/|facebook\/|vitejs\/|angular\/|laravel\/)([\w-]{1,39})\/([\w.-]{1,100})/i
/**
 * Words of a README about a course that taught the work, or another author of it. Many projects manage courses
 * themselves.
 */
const course = new RegExp(
  [
    String.raw`(?:this|my)\s(?:[\w.-]{1,20}\s){0,3}(?:course|tutorial|video|playlist)\b[^\n]{0,60}\byou(?:['’]ll| will| can)?\s(?:learn|create|build|make)`,
    String.raw`(?:made|built|created|developed|written|coded|app|project|website)\b[^\n]{0,60}\b(?:in|for|with|from|during|following|followed) (?:my|this|the|a) (?:[\w.-]{1,20}\s){0,3}(?:course|tutorial|video|playlist|bootcamp)\b`,
    String.raw`(?:thanks|thank you|credits?|inspired|based on|followed|following)\b[^\n]{0,60}\b(?:course|tutorial|playlist|youtube|udemy|video)\b`,
    String.raw`access the course|(?:udemy|coursera|edx|freecodecamp|edureka|codewithharry|youtube) (?:course|tutorial|channel|video|playlist)`,
    String.raw`subscribe (?:to|&|and)[^\n]{0,40}(?:channel|youtube)|source code (?:of|for) (?:the|my) (?:course|tutorial|video|book)`,
    String.raw`originally (?:by|(?:made|written|created|developed) by)|forked from|based on the (?:work|project|code|repo\w*) of`,
  ].join('|'),
  'i',
)

function inReadme({ text }: SourceFile): Sign | undefined {
  const head = text.slice(0, 60_000)
  const taught = course.exec(head)
  if (taught)
    return {
      index: taught.index,
      message: `The README says “${shortened(lineAround(head, taught.index))}”. Then part of the work is another author’s.`,
      what: 'course',
    }
  const linked = new RegExp(repository).exec(head)
  if (!linked) return undefined
  const [, owner, name] = linked
  return {
    index: linked.index,
    message: `The README names the repository ${owner}/${name!.replace(/\.git$|\.$/, '')} as its origin. If it is another author’s, so is the work.`,
    what: `${owner}/${name}`,
  }
}

/** The author that a licence, a page, a script of the database or the head of a source file names. */
function inOther({ path, text }: SourceFile): Sign | undefined {
  if (/^(?:licen[cs]e|copying)/i.test(nameOf(path)) && !path.includes('/')) {
    const found = /copyright\s{1,4}(?:\(c\)|©)?\s{0,4}(?:\d{4}[-–, \d]{0,12})?\s{0,4}([^\n]{2,80})/i.exec(
      text.slice(0, 2000),
    )
    if (
      !found ||
      /\[|<|yyyy|holder|owner|free software foundation|^(?:the |its |all )?(?:authors?|contributors?|team|students?|project)\b/i.test(
        found[1]!,
      )
    )
      return undefined
    return {
      index: found.index,
      message: `The licence says that the work is that of ${shortened(found[1]!)}.`,
      what: found[1]!,
    }
  }
  if (!/\.sql$/i.test(path)) return undefined
  const found =
    /^[ \t]{0,8}(?:--|#|\*|\/\*)[^\n]{0,40}\b(?:[Cc]opyright|©|[Dd]eveloped by|[Cc]reated by|[Dd]esigned by|[Aa]uthor)\b[^\n\w]{0,10}(?:\d{4}\s)?([A-Z][^\n]{2,60})|(?:[Dd]eveloped|[Dd]esigned|[Cc]reated|[Mm]ade|[Pp]roject) by\s{1,4}(?:<[^>]{0,200}>)?([A-Z][\w.]{1,30}(?: [A-Z][\w.]{1,30}){0,3})/m.exec(
      text,
    )
  if (!found || /phpmyadmin|mysql|mariadb|sequel|heidi|all rights|oracle|postgres/i.test(found[0]))
    return undefined
  return {
    index: found.index,
    message: `The database says “${shortened(found[0])}”. If that is not you, the work is another author’s.`,
    what: 'database',
  }
}

const lineAround = (text: string, index: number) =>
  text
    .slice(text.lastIndexOf('\n', index) + 1)
    .split('\n', 1)[0]!
    .trim()
const shortened = (text: string) => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > 90 ? `${plain.slice(0, 90)}…` : plain
}
