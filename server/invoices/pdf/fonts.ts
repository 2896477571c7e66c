import { sourcePath } from '../../source-path.ts'

const file = (name: string) => sourcePath(`server/invoices/pdf/fonts/${name}.ttf`)

/** The files of the fonts, by the names under which a PDF knows them; one is read when a paper first needs it. */
export const fontFiles = {
  heading: file('heading'),
  text: file('text'),
  strong: file('strong'),
  mono: file('mono'),
  devanagari: file('devanagari'),
  accents: file('accents'),
  bengali: file('bengali'),
  gujarati: file('gujarati'),
  gurmukhi: file('gurmukhi'),
  kannada: file('kannada'),
  malayalam: file('malayalam'),
  oriya: file('oriya'),
  tamil: file('tamil'),
  telugu: file('telugu'),
}

export type FontName = keyof typeof fontFiles
