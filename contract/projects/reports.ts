/** A Word document or a PDF in the files of a project. */
export const isDocument = (path: string): boolean => /\.(?:docx?|pdf)$/i.test(path)

/** Whether a document can be sold as the Project Report, which is a Word document. */
export const canBeReport = (path: string): boolean => /\.docx?$/i.test(path)

/** The characters of a document that are read to judge it: its title page, or its first headings. */
export const openingLength = 6000

/**
 * Whether a document of a project reads like the report that a student hands in: by its name or, where the name does
 * not tell, by the beginning of its text. What the program itself writes or needs is none: samples, templates, lists of
 * sales, manuals.
 */
export const readsLikeReport = (path: string, opening = ''): boolean =>
  isDocument(path) && (reportByName(path) ?? beginsLikeReport(opening))

/** Whether a document is a report by its name; undefined when only its text can tell. */
export function reportByName(path: string): boolean | undefined {
  const folders = path.split('/').slice(0, -1)
  if (folders.some((folder) => filesOfProgram.test(folder))) return false
  if (folders.some((folder) => reportFolders.test(wordsIn(folder).join(' ')))) return true
  const words = wordsIn(path)
  const name = words.join(' ')
  if (words.some((word) => otherKinds.has(word))) return false
  if (reportNames.test(name)) return true
  if (!/\b(?:reports?|documentation|docs?|documents?)\b/.test(name)) return undefined
  const rest = words.filter((word) => !fillers.has(word) && !/^(?:v?\d+|[a-z])$/.test(word))
  // 'report.docx' and 'final report 2.pdf'; in a folder of documents 'document.pdf' is for its text to tell.
  if (rest.every((word) => /^(?:reports?|documentation)$/.test(word))) return rest.length > 0 || undefined
  if (rest.some((word) => aboutProject.has(word))) return true
  return rest.every((word) => outputs.has(word)) ? false : undefined
}

/** The words of a file's name in lower case: 'MiniProject_Report-2' is 'mini project report 2'. */
const wordsIn = (path: string): string[] =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]*$/, '')
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)|(\d)(?=\p{L})/gu, '$& ')
    .toLowerCase()
    .replace(
      /(?<=project|mini|minor|major|final|black)(?=report|project|file|book|documentation|synopsis)/g,
      ' ',
    )
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const setOf = (words: string) => new Set(words.trim().split(/\s+/))

/** Folders of what a program reads and writes, or of its tests. */
const filesOfProgram =
  /^(?:uploads?|uploaded.*|storage|templates?|tests?|testing|fixtures?|samples?|examples?|test.?data|generated|exports?|output|lib|libs|libraries|plugins?|third.?party)$/i

/** Folders of the report and its chapters. */
const reportFolders =
  /^(?:\w+ )?(?:(?:project|final|mini|minor|major) (?:reports?|documentation)|black ?book|thesis|dissertation|synopsis)$/

/** Words that name another kind of document, whatever else the name says. */
const otherKinds = setOf(`
  template templates sample samples test testing example examples demo dummy blank generated output export exported
  invoice receipt bill licence license manual guide tutorial cheatsheet resume cv readme changelog api format guidelines
  guideline instructions questions question assignment syllabus ppt presentation slides poster brochure notes`)

/** Names that say it, wherever they stand in the name. */
const reportNames =
  /\b(?:black ?book|thesis|theses|dissertation|synopsis|project (?:final )?reports?|project (?:\w+ )?documentation|project file|project book|project dissertation|(?:mini|minor|major|capstone|internship|intern|training|seminar|phase|fyp|be|btech|mca|bca|msc|bsc|industrial|sip|pbl|dissertation|thesis|mid ?term|end ?term|interim|semester|sem) (?:\w+ )?reports?|reports? on|investigatory project|practical file)\b/

/** Words that add nothing to 'report'. */
const fillers = setOf(`
  final the a an of for and my our new old copy updated update edited latest complete completed full main print signed
  revised version ver draft group team grp batch id no number roll pdf docx doc word rev submission submitted on in by`)

/** Words that a project's name has and the list that a program prints has not. */
const aboutProject = setOf(`
  project proj prj projects system systems management website web portal app application software website platform online
  using based detection prediction recognition classification recommendation recommender chatbot game booking ordering
  reservation analysis analyzer tracker automation iot android machine learning ai ml java python php django flask react
  mern dbms sql college university semester year dissertation technical research internship capstone mini minor major`)

/** Words of the reports that programs print. */
const outputs = setOf(`
  report reports documentation doc docs document documents sale sales daily weekly monthly yearly annual quarterly stock
  inventory attendance expense expenses income profit loss fee fees payment payments order orders transaction transactions
  lab blood medical patient patients health crime audit security coverage bug bugs error errors accident incident weather
  performance user users student students customer customers employee employees staff teacher marks mark result results
  progress grade grades card product products purchase purchases vendor appointment appointments financial summary data
  finance account accounts salary payroll leave leaves exam book books issue member members class room rooms booking
  bookings revenue tax gst balance ledger monthwise datewise date from to all list scan vulnerability plagiarism
  january february march april may june july august september october november december today admin library jquery`)

/** Whether the beginning of a text is that of a report: what its title page says, or its first headings. */
function beginsLikeReport(opening: string): boolean {
  const text = opening.slice(0, openingLength)
  // A document that a program fills in says the same as one that a student hands in.
  if (/\{\{|\$\{|<<\w|«\w/.test(text)) return false
  // Programs that write PDFs space the letters of a title as they like.
  const letters = text.toLowerCase().replace(/[^a-z]+/g, '')
  if (titlePage.test(letters) || (ofProject.test(letters) && countOf(ofStudent, letters) > 1)) return true
  const lines = text.split('\n').map((line) => line.toLowerCase().replace(/[^a-z]+/g, ''))
  const headings = new Set(lines.flatMap((line) => frontMatter.exec(line)?.[1] ?? []))
  return headings.size > 1 || headings.has('acknowledg')
}

const titlePage =
  /^chapter(?:one|i)?introduction|partial(?:ly)?fulfil|(?:inthe|for)fulfil?lmentof|fulfil?lmentoftherequirement|(?:forthe|of)awardofthe(?:degree|diploma|certificate)|projectreport(?:on|submitted|by|for|entitled|titled)|(?:a|mini|minor|major|main|final|final?year|capstone|semester|internship|training|seminar)projectreport|(?:internship|seminar|industrialtraining|summertraining)report|(?:dissertation|thesis|projectwork)(?:report|entitled|titled|submitted)|areport(?:on|submitted)|(?:a|mini|minor|major|final?year|capstone)projecton|projects?(?:stage|phase)i*v?(?:report)?on|synopsis(?:on|of|for)|projectsynopsis|bonafide(?:record|work|project|student|certificate)|thisistocertifythatthe(?:project|work|dissertation|thesis|report|mini|minor|major)|blackbook|projectdocumentation|undertheguidanceof|underthesupervisionof/

/** Words about a student's project; a title page names a college or who wrote it, too. */
const ofProject =
  /(?:mini|minor|major|main|final?year|capstone|semester)project|project(?:title|guide|supervisor|members|team)|titleof(?:the)?project|(?:group|team)members|submitted(?:by|to)|guidedby|nameof(?:the)?(?:guide|supervisor)/
const ofStudent = [
  /department|deptof/,
  /college|universit|institut/,
  /rollno|rollnumber|enrol?lment|registerno|registrationno|regno|usn|prn/,
  /submittedby|preparedby|(?:group|team)members|nameofstudent/,
  /guide|supervisor|mentor|professor|submittedto/,
  /bachelor|master(?:of|s)|diploma|btech|semester|academicyear|session/,
]
const countOf = (patterns: readonly RegExp[], letters: string) =>
  patterns.filter((pattern) => pattern.test(letters)).length

/** The headings with which reports begin; one alone may be a certificate or a form. */
const frontMatter =
  /^(certificate|certificateofapproval|declaration|acknowledg|tableofcontents?|listof(?:figures|tables)|bonafidecertificate|candidatesdeclaration|abstract(?=$))(?:e?ments?|s|ofapproval)?$/

/** The beginning of the text of a .docx from the XML of its main part, a line for each paragraph. */
export function wordText(xml: string): string {
  let text = ''
  for (const [piece, written] of xml.matchAll(wordPieces)) {
    if (text.length > openingLength) break
    text += written ?? (piece.includes('/') && !piece.endsWith('/>') ? '\n' : ' ')
  }
  return text
}

const wordPieces =
  /<(?:\w{1,20}:)?t(?:\s[^<>]{0,200})?>([^<]*)|<\/(?:\w{1,20}:)?p>|<(?:\w{1,20}:)?(?:br|tab|cr)(?:\s[^<>]{0,200})?\/>/g

/** The beginning of the text of a .doc, whose characters have one byte or two, from its first bytes. */
export const oldWordText = (bytes: Uint8Array): string =>
  new TextDecoder('latin1')
    .decode(bytes)
    .replaceAll('\0', '')
    .replaceAll('\r', '\n')
    .replace(/[^\n\x20-\x7e]+/g, ' ')
