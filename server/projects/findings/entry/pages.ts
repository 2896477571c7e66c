import { nameOf, type Sources } from '../files/sources.ts'
import { type Candidate, certainty } from './candidate.ts'

/** The first page of a PHP program or of a site of plain pages. */
export function* pageEntries(sources: Sources): Generator<Candidate> {
  const php = sources.written('php')
  for (const { path, text } of sources.files) {
    const kind = sources.foreign.get(path)?.kind
    const name = nameOf(path).toLowerCase()
    // Somebody else designed it, and still it is the first page.
    if (kind === 'template' && /^index\.(?:html?|php)$/.test(name))
      yield { path, certainty: certainty.weak, family: 'page' }
    if (kind || isForbidding(text)) continue
    const family = 'php'
    if (
      /(?:^|\/)(?:includes?|inc|config|controllers?|models?|views?|partials?|layouts?)\//i.test(path) &&
      name.endsWith('.php')
    )
      continue
    if (name === 'index.php') {
      const isPublic = /(?:^|\/)public\/index\.php$/.test(path) && sources.hasEnding('artisan')
      yield { path, certainty: isPublic ? certainty.named : certainty.server, family }
    } else if (/^(?:home|login|main|welcome|default|signin|dashboard)\.php$/.test(name))
      yield { path, certainty: certainty.client, family }
    else if (/^index\.html?$/.test(name))
      yield {
        path,
        certainty: certainty.page + (php.length > 0 ? 15 : 0),
        family: php.length > 0 ? family : 'page',
      }
    else if (/^(?:home|main|game|landing)\.html?$/.test(name))
      yield { path, certainty: certainty.weak, family: 'page' }
  }
  const pages = sources.written('html', 'htm').filter(({ text }) => !isForbidding(text))
  if (pages.length === 1) yield { path: pages[0]!.path, certainty: certainty.weak, family: 'page' }
}

/** True for the page that a framework puts into a folder so that nobody lists it. */
const isForbidding = (text = '') => /access is (?:forbidden|denied)/i.test(text.slice(0, 500))

/** The main functions of programs in C, C++, Go, Rust and Ruby, and the sketch of an Arduino. */
export function* otherEntries(sources: Sources): Generator<Candidate> {
  for (const file of sources.written('c', 'cpp', 'cc', 'cxx', 'ino')) {
    const code = sources.bare(file)
    const isSketch = file.path.endsWith('.ino') && /\bvoid\s+setup\s*\(/.test(code)
    if (isSketch || /\b(?:int|void|auto)\s+(?:\w+\s+)?w?main\s*\(|\bWinMain\s*\(/i.test(code))
      yield {
        path: file.path,
        certainty: certainty.main + (/^main\./i.test(nameOf(file.path)) ? 8 : 0),
        family: 'native',
      }
  }
  for (const file of sources.written('go'))
    if (/^package main\b/m.test(file.text) && /^func main\(\)/m.test(file.text))
      yield { path: file.path, certainty: certainty.main, family: 'go' }
  for (const { path } of sources.written('rs'))
    if (/(?:^|\/)src\/main\.rs$/.test(path)) yield { path, certainty: certainty.main, family: 'rust' }
  for (const { path } of sources.files)
    if (/(?:^|\/)config\.ru$/.test(path)) yield { path, certainty: certainty.framework, family: 'ruby' }
  for (const { path } of sources.written('rb'))
    if (/(?:^|\/)(?:app|main|server)\.rb$/.test(path))
      yield { path, certainty: certainty.main, family: 'ruby' }
}
