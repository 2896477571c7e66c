import { readFileSync, writeFileSync } from 'node:fs'

import imports from 'lucide-react/dynamicIconImports'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { iconNames } from '../ui/icon-names.ts'

/**
 * Draws web/ui/icons.svg from lucide's icons, with their licence: `node web/icons/make-sprite.ts` after the names
 * change.
 */
const symbols = await Promise.all(
  iconNames.map(async (name) => {
    const { default: Drawing } = await imports[name]()
    const shapes = renderToStaticMarkup(createElement(Drawing))
      .replaceAll(/^<svg[^>]*>|<\/svg>$/g, '')
      .replaceAll(/><\/\w+>/g, '/>')
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>\n`
  }),
)
const licence = readFileSync('node_modules/lucide-react/LICENSE', 'utf8')

writeFileSync('web/icons/lucide-licence.txt', licence)
writeFileSync(
  'web/ui/icons.svg',
  `<!-- Lucide, https://lucide.dev/license -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('')}</svg>\n`,
)
