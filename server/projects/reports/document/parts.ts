import type { Readable } from 'node:stream'

import { keyOf } from './part-keys.ts'
import { type Budget, readXml } from './xml.ts'

/** The parts of a .docx that its outline is read from, by their keys. */
export interface Roles {
  text: string
  styles: string
}

/**
 * Finds the text of a package and its styles by the package's relations, because programs name the parts as they like.
 * A package without relations has the names of the desktop program.
 */
export async function rolesIn(
  parts: ReadonlySet<string>,
  open: (key: string) => Promise<Readable>,
  budget: Budget,
): Promise<Roles> {
  const target = async (from: string, kind: string) => {
    const [folder, name] = [from.slice(0, from.lastIndexOf('/') + 1), from.slice(from.lastIndexOf('/') + 1)]
    const relations = `${folder}_rels/${name}.rels`
    if (!parts.has(relations)) return undefined
    let found: string | undefined
    const reader = {
      opened({ name: element, attributes }: { name: string; attributes: { name: string; value: string }[] }) {
        const value = (attribute: string) => attributes.find((one) => one.name === attribute)?.value ?? ''
        if (element !== 'Relationship' || !value('Type').endsWith(`/${kind}`)) return
        found ??= keyOf(new URL(value('Target'), `part:/${folder}`).pathname.slice(1))
      },
      text() {},
    }
    await readXml(await open(relations), reader, budget)
    return found
  }
  const text = (await target('', 'officeDocument')) ?? 'word/document.xml'
  return { text, styles: (await target(text, 'styles')) ?? text.replace(/[^/]*$/, 'styles.xml') }
}
