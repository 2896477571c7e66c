import type { Mode } from './modes.ts'

/** Words that are written or left out as one likes. */
export const left = new Set(
  `abstract async await begin const def dim end export extern final fn fun func function global internal let local mut my
  override private protected public readonly ref sealed static sub then unsigned val var virtual volatile`.split(
    /\s+/,
  ),
)

/** The languages whose words may be written in capitals too. */
export const caseless = new Set<Mode>(['php', 'sql', 'basic'])

/** Words that count, because they belong to the languages of a mode, each with one that means the same. */
const wordsOf = (words: string) =>
  new Map(
    words.split(/\s+/).map((word) => {
      const [written, meaning = written] = word.split('=')
      return [written!, meaning!]
    }),
  )
const inMost = `break case class continue do else finally for if import in new null print return try true false while with
  yield throw=raise catch=except foreach=for switch=match nil=null undefined=null`
const inC = `${inMost} as default delete enum extends forEach=for from goto implements instanceof interface None=null NULL=null
  package require super throws typeof`
const inSql = `${inMost} and as base by create default defer delete elseif elif=elseif elsif=elseif enum except extends from go
  goto implements insert instanceof interface into is join key lambda match namespace none=null not or order package pass
  primary raise require select set struct super table throws trait type typeof update use using values when where`
export const keywords: Record<Mode, ReadonlyMap<string, string>> = {
  c: wordsOf(inC),
  script: wordsOf(inC),
  scriptlet: wordsOf(inC),
  php: wordsOf(`${inMost} and as default echo=print elseif enum exit extends goto implements include=require
    include_once=require instanceof interface match namespace or require require_once=require trait use`),
  python:
    wordsOf(`${inMost} and as elif=elseif elsif=elseif elseif except False=false from is lambda None=null not NULL=null
    or pass raise require super True=true`),
  sql: wordsOf(inSql),
  markup: new Map(),
  basic:
    wordsOf(`${inMost} and as base elseif is not or set using when addhandler andalso byref byval exit handles imports
    inherits isnot loop next nothing orelse property raiseevent redim shared stop until withevents`),
}
export const anyKeyword = new Map([...keywords.basic, ...keywords.sql])
export const isOfC = new Set<Mode>(['c', 'script', 'scriptlet'])
/** Words that in these are names outside an import. */
export const importing = new Set(['as', 'from'])
export const importKind = hashOf('import')
export const idle = new Set(
  ['if', 'while', 'print', 'pass', 'null', 'true', 'false', 'not', 'new'].map(hashOf),
)

/** The words of conditions and their values, and all words. */
export const conditions = new Set('do if while not and or null true false'.split(' ').map(hashOf))
export const words = new Set(Object.values(keywords).flatMap((all) => [...all.values()].map(hashOf)))

/** The kind of a word. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}
