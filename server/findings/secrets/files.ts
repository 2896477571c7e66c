import { endingOf, isGenerated, nameOf, type SourceFile, type Sources } from '../sources/sources.ts'

/** Files in which a secret may stand. Lock files, styles and what a tool made hold hashes that only look like one. */
export const searched = (sources: Sources): SourceFile[] =>
  sources.texts.filter(
    (file) => !isGenerated(file) && !/^(?:css|scss|less|svg|lock|map|csv|tsv)$/.test(endingOf(file.path)),
  )

/** Shows others what to fill in: `.env.example`, `config.sample.php`. */
export const isTemplate = (path: string): boolean =>
  /(?:^|[._-])(?:example|sample|template|dist|default)s?(?:[._-]|$)/i.test(nameOf(path))
