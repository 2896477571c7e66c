/** What is read from a page. */
export interface Read {
  url: string
  title: string
  text: string
  links: string[]
  /** How many fields for a password it shows, and how many forms have one alone, as a sign-in does. */
  passwords: number
  signIns: number
  hasSignOut: boolean
}

/** Reads a page. It runs in there, so it knows nothing of this file. */
export function readPage(): Read {
  const all = <E extends Element = HTMLInputElement>(what: string, inside: ParentNode = document) => [
    ...inside.querySelectorAll<E>(what),
  ]
  const passwords = all('[type=password]')
  // A game may be drawn of coloured boxes alone.
  const isDrawn = (one: Element) => {
    const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(one)
    const hasColour = !/^rgba\(.*, 0\)$/.test(backgroundColor) || backgroundImage !== 'none'
    const { width, height } = one.getBoundingClientRect()
    return width * height > 0 && (hasColour || parseFloat(borderTopWidth) > 0)
  }
  const shown =
    document.querySelector('img, svg, canvas, video, iframe, frame, input') ??
    all<Element>('body *').slice(0, 2000).some(isDrawn)
  const links = all<HTMLAnchorElement & HTMLIFrameElement>('a[href], frame[src], iframe[src]')
  return {
    url: location.href,
    title: document.title.slice(0, 300),
    text: (document.body?.innerText ?? '').trim().slice(0, 20_000) || (shown ? 'only pictures' : ''),
    links: links
      .slice(0, 400)
      .map((link) => link.href || link.src)
      .filter((link) => typeof link === 'string' && link.startsWith('http') && link.length < 500),
    passwords: passwords.filter((field) => field.getClientRects().length > 0).length,
    signIns: passwords.filter((field) => all('[type=password]', field.form ?? document).length === 1).length,
    hasSignOut: all('a, button').some((one) =>
      /log\s*-?_?out|sign\s*-?_?out/i.test(`${one.textContent} ${one.getAttribute('href') ?? ''}`),
    ),
  }
}

/** Fills in and sends the first form with one password. Returns whether there is one. It runs in the page. */
export function signIn(user: string, password: string): boolean {
  const all = <E extends Element = HTMLInputElement>(what: string, inside: ParentNode = document) => [
    ...inside.querySelectorAll<E>(what),
  ]
  const secret = all('[type=password]').find(
    (field) => all('[type=password]', field.form ?? document).length === 1,
  )
  if (!secret) return false
  const scope = secret.form ?? document
  const type = (field: HTMLInputElement, value: string) => {
    // A page's framework notices only what goes through the browser's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }))
  }
  const texts = all('input', scope).filter(
    (field) => ['text', 'email', 'tel', 'number', ''].includes(field.type) && !field.readOnly,
  )
  const before = texts.findLast((field) => (field.compareDocumentPosition(secret) & 4) !== 0)
  if (!texts[0]) return false
  type(before ?? texts[0], user)
  type(secret, password)
  for (const list of all<HTMLSelectElement>('select', scope)) {
    const options = [...list.options]
    const ofAdmin = options.find(({ text }) => /admin/i.test(text) && /admin/i.test(user))
    const usable = options.find(
      ({ value, disabled, text }) => value && !disabled && !/select|choose/i.test(text),
    )
    const chosen = ofAdmin ?? usable
    if (chosen) list.value = chosen.value
  }
  const buttons = all<HTMLButtonElement>('button, [type=submit], [type=image], [type=button]', scope).filter(
    (one) => (one.type as string) !== 'reset',
  )
  const button =
    buttons.find((one) => ['submit', 'image'].includes(one.type)) ??
    buttons.find((one) => /log|sign/i.test(`${one.textContent}${one.value}`))
  setTimeout(() => (button ? button.click() : secret.form?.requestSubmit()))
  return true
}

const complaint =
  /(?:Fatal error|Parse error|Warning|Notice|Deprecated): [^]{3,600}? on line \d+|(?:mysqli_sql_exception|SQLSTATE|error in your SQL|A Database Error Occurred|Unknown database|Connection failed|(?:[Cc]ould not|[Uu]nable to|[Cc]annot|[Ff]ailed to) connect to (?:the )?(?:database|[Mm]y[Ss][Qq][Ll]))[^\n]{0,160}/g
const breaking =
  /Fatal|Parse|sql_exception|SQLSTATE|in your SQL|Database Error|Unknown database|Connection failed|connect to (?:the )?(?:database|[Mm]y[Ss][Qq][Ll])/

/** The messages of PHP and the database in the text of a page, each once. */
export const problemsIn = (text: string): string[] =>
  [
    ...new Set(Array.from(text.matchAll(complaint), ([all]) => all.replaceAll(/\s+/g, ' ').slice(0, 300))),
  ].slice(0, 10)

/** Tells whether a page did not come: an error's status, nothing on it, or a message that ends a program. */
export const isBroken = (text: string, status: number): boolean =>
  status >= 400 || text === '' || problemsIn(text).some((problem) => breaking.test(problem))
