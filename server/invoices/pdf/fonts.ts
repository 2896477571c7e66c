import { fileURLToPath } from 'node:url'

const file = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url))

/** The files of the fonts, by the names under which a PDF knows them. */
export const fontFiles = {
  heading: file('heading'),
  text: file('text'),
  strong: file('strong'),
  mono: file('mono'),
  devanagari: file('devanagari'),
  accents: file('accents'),
}

export type FontName = keyof typeof fontFiles
