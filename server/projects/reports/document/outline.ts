import type { Element, XmlReader } from './xml.ts'

/** What a document is about: its pages, counted where Word last broke them, null when it says nothing of that; and its headings. */
export interface Outline {
  pages: number | null
  headings: { level: number; text: string }[]
}

/** Headings that are kept, and looked at to choose them from; characters of one. */
const maxOutline = { headings: 60, found: 2000, text: 200 }

/** Collects the outline of a .docx from its parts; the part of the styles has to come before the text. */
export class OutlineReader {
  #pages: PageCounter | undefined
  #found: Outline['headings'] = []
  #styles = new Styles()

  /** What reads a part, if it says anything of the outline. */
  readerOf(name: string): XmlReader | undefined {
    if (/^word\/styles\.xml$/i.test(name)) return this.#styles
    if (!/^word\/document\.xml$/i.test(name)) return undefined
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
    // What a newer program shows is written once more for an older one.
    let inFallback = 0
    return {
      opened: ({ name, attributes }) => {
        const value = () => attributes.find((attribute) => attribute.name === 'val')?.value
        const paragraph = open.at(-1)
        if (name === 'Fallback') inFallback++
        if (name === 'p') open.push({ text: '', isSettled: false })
        if (!paragraph) return
        if (name === 'tab' || name === 'br') paragraph.text += ' '
        // What a paragraph was before a tracked change does not count.
        if (name === 'pPrChange') paragraph.isSettled = true
        if (paragraph.isSettled) return
        if (name === 'pStyle') paragraph.style = value()
        if (name === 'outlineLvl') paragraph.level = Number(value()) + 1
      },
      text: (text, inside) => {
        const paragraph = open.at(-1)
        // Twice the length, because white space is joined at the end.
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
 * Counts pages by the places where Word noted that one ended when it last laid the text out. What a program wrote as the sum
 * (docProps/app.xml) is not asked: it is often 1, or of another version. A page on which nothing stands is none.
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

  /** Null when no page ended: then nobody has laid the text out, or it fills one page. */
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
  text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxOutline.text)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** As many levels, from the top, as there is room for; of a single one that is too long its beginning. */
function mostImportant(found: Outline['headings']): Outline['headings'] {
  const upTo = (level: number) => found.filter((heading) => heading.level <= level)
  const levels = [...new Set(found.map(({ level }) => level))].toSorted((one, other) => other - one)
  const deepest = levels.find((level) => upTo(level).length <= maxOutline.headings) ?? levels.at(-1) ?? 0
  return upTo(deepest).slice(0, maxOutline.headings)
}

/** More than any document has. */
const maxStyles = { styles: 5000, ancestors: 20 }

/**
 * The styles of a .docx, as far as they make a heading of a paragraph: by the level of its outline, or by the name that
 * Word gives it in every language. The ids are in the language of its author.
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

  /** 1 to 9 for a heading; anything else is none. A document without styles has those that Word begins with. */
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
