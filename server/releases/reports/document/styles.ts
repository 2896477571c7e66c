import type { Element, XmlReader } from './xml.ts'

/** More than any document has. */
const maxStyles = { styles: 5000, ancestors: 20 }

/**
 * The styles of a .docx, as far as they make a heading of a paragraph: by the level of its outline, or by the name that
 * Word gives it in every language. The ids are in the language of its author.
 */
export class Styles implements XmlReader {
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
