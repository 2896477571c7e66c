/** The language of a file, by its ending or its whole name; null when unknown. */
export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? byEnding.get(name.slice(dot + 1)) : byName.get(name)) ?? null
}

/**
 * The bytes in each language, the largest first. Data and documents count only where there is no code, so that a dump
 * or a README does not name the language of a program.
 */
export function languageSizes(files: readonly { language: string | null; size: number }[]): LanguageSize[] {
  const sizes = new Map<string, number>()
  for (const { language, size } of files)
    if (language && size > 0) sizes.set(language, (sizes.get(language) ?? 0) + size)
  const all = [...sizes]
    .map(([name, size]) => ({ name, size }))
    .toSorted((one, other) => other.size - one.size)
  const code = all.filter(({ name }) => !dataLanguages.has(name))
  return code.length > 0 ? code : all
}

export interface LanguageSize {
  name: string
  /** Bytes. */
  size: number
}

/** Languages of data and documents. */
export const dataLanguages = new Set(['JSON', 'YAML', 'TOML', 'XML', 'Markdown', 'Text', 'SQL'])

const byName = new Map([
  ['dockerfile', 'Dockerfile'],
  ['makefile', 'Makefile'],
  ['gemfile', 'Ruby'],
  ['rakefile', 'Ruby'],
])

const endings: Record<string, string> = {
  JavaScript: 'js mjs cjs jsx',
  TypeScript: 'ts mts cts tsx',
  HTML: 'html htm',
  CSS: 'css',
  Sass: 'scss sass',
  Less: 'less',
  Vue: 'vue',
  Svelte: 'svelte',
  Astro: 'astro',
  Python: 'py pyw',
  'Jupyter Notebook': 'ipynb',
  Java: 'java',
  Kotlin: 'kt kts',
  Scala: 'scala',
  Groovy: 'groovy gradle',
  JSP: 'jsp',
  C: 'c h',
  'C++': 'cpp cc cxx hpp hh hxx ino',
  'C#': 'cs',
  'F#': 'fs',
  'Visual Basic': 'vb',
  Razor: 'cshtml razor',
  Go: 'go',
  Rust: 'rs',
  Swift: 'swift',
  'Objective-C': 'm mm',
  Dart: 'dart',
  PHP: 'php phtml',
  Ruby: 'rb erb',
  Perl: 'pl pm',
  R: 'r rmd',
  Julia: 'jl',
  Lua: 'lua',
  Haskell: 'hs',
  Elixir: 'ex exs',
  Erlang: 'erl',
  Clojure: 'clj cljs',
  Solidity: 'sol',
  Assembly: 'asm s',
  GDScript: 'gd',
  GLSL: 'glsl vert frag',
  SQL: 'sql',
  GraphQL: 'graphql gql',
  Shell: 'sh bash zsh',
  PowerShell: 'ps1',
  Batch: 'bat cmd',
  Dockerfile: 'dockerfile',
  JSON: 'json',
  YAML: 'yml yaml',
  TOML: 'toml',
  XML: 'xml xsd xsl fxml',
  Markdown: 'md markdown mdx',
  Text: 'txt',
  EJS: 'ejs',
  Handlebars: 'hbs handlebars',
  Pug: 'pug',
  Terraform: 'tf',
}

const byEnding = new Map(
  Object.entries(endings).flatMap(([language, list]) =>
    list.split(' ').map((ending) => [ending, language] as const),
  ),
)
