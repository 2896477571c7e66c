/** What is filled in of a form, for an address without empty parameters. */
export const filled = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value] as [string, string]] : [],
  )
