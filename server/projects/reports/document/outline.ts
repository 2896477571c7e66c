import { withoutInvisible } from '#contract/kit/invisible.ts'

import type { Element, XmlReader } from './xml.ts'

/**
 * A document's pages and headings. Pages are counted where Word last broke them; null when the document does not record
 * that.
 */
export interface Outline {
  pages: number | null
  headings: { level: number; text: string }[]
}

/** Limits: headings of an outline, headings read to choose them from, characters of one. */
const maxOutline = { headings: 60, found: 2000, text: 200 }

/** Collects the outline of a .docx from its parts; the part with the styles must come before the text. */
export class OutlineReader {
  #pages: PageCounter | undefined
  #found: Outline['headings'] = []
  #styles = new Styles()

  /** The reader of the part with the styles. */
  styles = (): XmlReader => this.#styles

  /** The reader of the part with the text. */
  text(): Required<XmlReader> {
    const [pages, headings] = [(this.#pages = new PageCounter()), this.#headings()]
    return {
      opened(element) {
        pages.opened(element)
        headings.opened(element)
      },
      text(text, inside) {
        pages.text(text, inside)
        headings.text(text, inside)
      },
      closed(name) {
        pages.closed(name)
        headings.closed(name)
      },
    }
  }

  outline(): Outline {
    return { pages: this.#pages?.pages ?? null, headings: mostImportant(this.#found) }
  }

  #headings(): Required<XmlReader> {
    const open: Paragraph[] = []
    // Word repeats newer content in a Fallback element for older programs.
    let inFallback = 0
    return {
      opened: ({ name, attributes }) => {
        const value = () => attributes.find((attribute) => attribute.name === 'val')?.value
        const paragraph = open.at(-1)
        if (name === 'Fallback') inFallback++
        if (name === 'p') open.push({ text: '', isSettled: false })
        if (!paragraph) return
        if (name === 'tab' || name === 'br') paragraph.text += ' '
        // The properties before a tracked change do not count.
        if (name === 'pPrChange') paragraph.isSettled = true
        if (paragraph.isSettled) return
        if (name === 'pStyle') paragraph.style = value()
        if (name === 'outlineLvl') paragraph.level = Number(value()) + 1
      },
      text: (text, inside) => {
        const paragraph = open.at(-1)
        // Twice the length, because white space is collapsed at the end.
        if (paragraph && inside === 't' && paragraph.text.length < 2 * maxOutline.text)
          paragraph.text += text.slice(0, 2 * maxOutline.text)
      },
      closed: (name) => {
        if (name === 'Fallback') inFallback--
        const paragraph = name === 'p' ? open.pop() : undefined
        if (!paragraph || inFallback > 0 || this.#found.length >= maxOutline.found) return
        const level = paragraph.level ?? this.#styles.levelOf(paragraph.style)
        const text = oneLine(paragraph.text)
        if (level >= 1 && level <= 9 && text) this.#found.push({ level, text })
      },
    }
  }
}

/**
 * Counts pages by Word's marks of page breaks when it last laid the text out. The total in docProps/app.xml is ignored:
 * it is often 1, or of another version. An empty page does not count.
 */
class PageCounter implements XmlReader {
  #ended = 0
  #hasContent = false
  #inFallback = 0

  opened({ name }: { name: string }) {
    if (name === 'Fallback') this.#inFallback++
    if (this.#inFallback > 0) return
    if (name === 'drawing' || name === 'pict') this.#hasContent = true
    if (name !== 'lastRenderedPageBreak' || !this.#hasContent) return
    this.#ended++
    this.#hasContent = false
  }

  text(text: string, inside: string) {
    if (inside === 't' && this.#inFallback === 0 && text.trim()) this.#hasContent = true
  }

  closed(name: string) {
    if (name === 'Fallback') this.#inFallback--
  }

  /** Null when there are no page breaks: the text was never laid out, or it fills one page. */
  get pages(): number | null {
    return this.#ended === 0 ? null : this.#ended + Number(this.#hasContent)
  }
}

interface Paragraph {
  text: string
  style?: string | undefined
  level?: number
  isSettled: boolean
}

const oneLine = (text: string) =>
  withoutInvisible(text.replace(/[\s\p{Cc}]+/gu, ' '))
    .trim()
    .slice(0, maxOutline.text)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/**
 * The upper levels of headings that together fit the limit; the beginning of the top level when it is too long by
 * itself.
 */
function mostImportant(found: Outline['headings']): Outline['headings'] {
  const upTo = (level: number) => found.filter((heading) => heading.level <= level)
  const levels = [...new Set(found.map(({ level }) => level))].toSorted((one, other) => other - one)
  const deepest = levels.find((level) => upTo(level).length <= maxOutline.headings) ?? levels.at(-1) ?? 0
  return upTo(deepest).slice(0, maxOutline.headings)
}

/** Limits above those of any real document. */
const maxStyles = { styles: 5000, ancestors: 20 }

/**
 * The paragraph styles of a .docx that make a heading, by their outline level or by the name that Word gives them in
 * every language; ids depend on the language of the author.
 */
class Styles implements XmlReader {
  #styles = new Map<string, { level?: number; basedOn?: string | undefined }>()
  #current: { level?: number; basedOn?: string | undefined } | undefined

  opened({ name, attributes }: Element) {
    const value = (attribute: string) => attributes.find((one) => one.name === attribute)?.value
    if (name === 'style') {
      const [id, type] = [value('styleId'), value('type')]
      this.#current = type === 'paragraph' && id && this.#styles.size < maxStyles.styles ? {} : undefined
      if (this.#current) this.#styles.set(id!, this.#current)
    }
    if (!this.#current) return
    if (name === 'name') {
      const level = /^heading ([1-9])$/i.exec(value('val') ?? '')?.[1]
      if (level) this.#current.level ??= Number(level)
    }
    if (name === 'basedOn') this.#current.basedOn = value('val')
    if (name === 'outlineLvl') this.#current.level = Number(value('val')) + 1
  }

  text() {}

  closed(name: string) {
    if (name === 'style') this.#current = undefined
  }

  /**
   * The level of a style: 1 to 9 for a heading, anything else for other paragraphs. A document without styles has
   * Word's defaults.
   */
  levelOf(id: string | undefined): number {
    let style = id === undefined ? undefined : this.#styles.get(id)
    if (!style) return Number(/^Heading ?([1-9])$/i.exec(id ?? '')?.[1] ?? 0)
    for (let steps = 0; style && steps < maxStyles.ancestors; steps++) {
      if (style.level !== undefined) return style.level
      style = style.basedOn === undefined ? undefined : this.#styles.get(style.basedOn)
    }
    return 0
  }
}
