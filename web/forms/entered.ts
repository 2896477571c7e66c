/** A text field of a form, trimmed; empty when it is missing or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** A text field of a form as a list; empty entries are left out. */
export const entriesIn = (form: FormData, name: string, separator: string): string[] =>
  textIn(form, name)
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)

/** A number field of a form; undefined when it is empty. */
export function numberIn(form: FormData, name: string): number | undefined {
  const text = textIn(form, name)
  return text === '' ? undefined : Number(text)
}
