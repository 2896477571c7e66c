import { hash, randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import { createContext } from 'react-router'

/** A whole HTML document, and the sources that let exactly its own inline scripts run, for a Content-Security-Policy. */
export interface Document {
  bytes: Uint8Array
  scripts: string[]
}

/** A rendered document on its way from entry.server.tsx to render.ts: past the Response, which would copy it three times. */
export const documentContext = createContext<Document | null>(null)

/** Marks, as their nonce, the inline scripts that we write while a page is rendered; it never leaves the server. */
export const ownMark = randomBytes(16).toString('hex')

/**
 * Makes the document of what React rendered with `ownMark`: the marks taken off, the loaders' data handed to the
 * browser's router when all else is there, as ServerRouter does when it streams, and the page's modules held until it is painted.
 */
export function documentOf(rendered: string, data: string): Document {
  const end = rendered.lastIndexOf('</body>')
  const scripts = [handOver]
  const pieces = ['<!DOCTYPE html>']
  const preloads: string[] = []
  let from = 0
  for (let at = rendered.indexOf(mark); at >= 0; at = rendered.indexOf(mark, from)) {
    const tag = rendered.lastIndexOf('<', at)
    const isPreload = rendered.startsWith('<link rel="modulepreload"', tag)
    pieces.push(rendered.slice(from, isPreload ? tag : at))
    from = at + mark.length
    if (rendered.startsWith('<script', tag)) scripts.push(contentOf(rendered, from))
    if (isPreload) {
      preloads.push(rendered.slice(tag, at), ' fetchpriority="low"/>')
      from = rendered.indexOf('>', from) + 1
    }
    if (rendered.startsWith(runsAtOnce, from)) {
      pieces.push(` type="text/plain" id="${moduleId}"`)
      from += runsAtOnce.length
    }
  }
  const held = `<script type="application/json" id="${dataId}">${data.replaceAll('<', String.raw`\u003c`)}</script>`
  const template = ['<template id="', preloadsId, '">', ...preloads, '</template>']
  pieces.push(
    rendered.slice(from, end),
    held,
    ...template,
    `<script>${handOver}</script>`,
    rendered.slice(end),
  )
  return { bytes: utf8(pieces), scripts: [...new Set(scripts)].map(sourceOf) }
}

/**
 * Modules begin to load once the page has been painted with its styles, fonts and first picture, or after a second on a slow
 * line: begun with the document they are fetched and run before that on a fast one. A tab in the background is not painted,
 * and loads them at once.
 */
const runsAtOnce = ' type="module" async=""'
const [moduleId, preloadsId] = ['page-module', 'page-preloads']
const beginModules = `{let begun;const f=id=>document.getElementById(id),b=()=>{if(begun)return;begun=true;document.head.append(f('${preloadsId}').content);const s=document.createElement('script');s.type='module';s.textContent=f('${moduleId}').textContent;document.head.append(s)};const p=()=>requestAnimationFrame(()=>setTimeout(b));if(document.hidden)b();else{addEventListener('load',p);setTimeout(p,1000)}}`

/**
 * React Router's own way, ServerRouter with `renderToReadableStream` or `renderToPipeableStream` until all is ready, takes a
 * quarter more of the processor for a page (list 2.7 ms instead of 2.1, detail 3.1 instead of 2.3, home 2.1 instead of 1.7)
 * and writes a script that differs from page to page. For that this drives a controller that is the framework's own: the
 * browser journeys fail when an upgrade changes it.
 */
const dataId = 'loader-data'
const handOver = `{const c=window.__reactRouterContext.streamController;c.enqueue(document.getElementById('${dataId}').textContent);c.close()}${beginModules}`

const mark = ` nonce="${ownMark}"`

/** The text of the script whose start tag goes on at a place. */
const contentOf = (html: string, at: number) =>
  html.slice(html.indexOf('>', at) + 1, html.indexOf('</script>', at))

/** Our scripts are the same in many pages. */
const sources = new LRUCache<string, string>({ max: 100 })

function sourceOf(script: string): string {
  const known = sources.get(script)
  if (known) return known
  const source = `'sha256-${hash('sha256', script, 'base64')}'`
  sources.set(script, source)
  return source
}

/** All texts one after the other. The room they are written into is used again for every page: making it costs more than writing. */
function utf8(texts: string[]): Uint8Array {
  const maxBytes = texts.reduce((sum, { length }) => sum + length, 0) * 3
  if (maxBytes > room.length) room = new Uint8Array(maxBytes)
  let end = 0
  for (const text of texts) end += encoder.encodeInto(text, room.subarray(end)).written
  return room.slice(0, end)
}

let room = new Uint8Array(0)
const encoder = new TextEncoder()
