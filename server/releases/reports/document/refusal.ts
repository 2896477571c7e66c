/** Why a report is refused and what its owner can do, as a sentence for them. */
export class Refusal extends Error {}

export const refusals = {
  noDocument: 'The report must be a Word document (.doc or .docx) without macros',
  broken:
    'The report cannot be read as a Word document. Please open it in Word, save it again and send that file.',
  locked: 'The report is protected with a password. Please save it without one.',
  tooMuch:
    'The report holds too much to be checked. Please make its pictures smaller (Picture Format, Compress Pictures) and save it again.',
  macros:
    'The report holds macros. Please save it in Word as “Word Document (.docx)”, which leaves them out.',
  embedded:
    'The report holds an embedded object, such as another file or a form control. Please put it in as a picture or as text.',
  field: (kind: string) =>
    `The report holds a field that fetches or runs something (${kind}). Please press Ctrl+A and then Ctrl+Shift+F9 in Word, which turns fields into text, and save it again.`,
  outside: (target: string) =>
    `The report refers to something outside (${shown(target)}). Only links to web pages and email addresses may. Please put pictures in the document itself, take linked files and templates off, and save it again.`,
} as const

const shown = (target: string) => target.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 60) || 'nameless'
