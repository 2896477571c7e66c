import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { type Candidate, certainty } from './candidate.ts'

/** Django's manage.py, the files with an application object, and scripts that do something by themselves. */
export function* pythonEntries(sources: Sources): Generator<Candidate> {
  const files = sources.written('py', 'pyw')
  const family = 'python'
  const imported = modulesImported(sources, files)
  for (const file of files) {
    if (
      /(?:^|\/)(?:tests?|migrations)\/|(?:^|\/)(?:test_\w+|\w+_test|tests?|conftest|setup)\.py$/i.test(
        file.path,
      )
    )
      continue
    const code = sources.code(file)
    const name = nameOf(file.path).replace(/\.pyw?$/i, '')
    if (name === 'manage' && /django|DJANGO_SETTINGS_MODULE|execute_from_command_line/.test(code)) {
      yield { path: file.path, certainty: certainty.named, family }
      continue
    }
    const base = certaintyOf(code)
    if (base === 0) continue
    const isFirst = firstModule.test(name)
      ? 8
      : /^(?:train|test|util|helper|config|setup|seed|scrap|data|create|init|db|generate|capture|register)/i.test(
            name,
          )
        ? -10
        : 0
    yield { path: file.path, certainty: base + isFirst - (imported.has(name) ? 8 : 0), family }
  }
  for (const { path } of sources.texts)
    if (path.endsWith('.ipynb') && !sources.foreign.has(path))
      yield { path, certainty: certainty.page, family: 'notebook' }
  for (const module of processes(sources)) {
    const path = `${module.replaceAll('.', '/')}.py`
    const file = files.find((one) => one.path === path || one.path.endsWith(`/${path}`))
    if (file) yield { path: file.path, certainty: certainty.framework, family }
  }
}

const firstModule =
  /^(?:app|main|run|server|wsgi|asgi|start|index|home|gui|application|__main__|streamlit[-_]?app|\w*[-_]app|login|game)$/i

function certaintyOf(code: string): number {
  if (/\bapp(?:lication)?\.run\s*\(|\buvicorn\.run\s*\(|\bsocketio\.run\s*\(/.test(code))
    return certainty.server + 5
  if (
    /^\w+\s*(?::[^=\n]{1,40})?=\s*(?:flask\.)?(?:Flask|FastAPI|Starlette|Sanic|Bottle|Quart|Dash)\s*\(/m.test(
      code,
    )
  )
    return certainty.server
  if (/^(?:import streamlit|from streamlit)/m.test(code) && /^\s{0,40}st\.\w+/m.test(code))
    return certainty.server
  if (
    /^\w*(?:app|application)\s*=\s*(?:create_app|get_wsgi_application|get_asgi_application)\s*\(/m.test(code)
  )
    return certainty.client
  if (/^(?:import gradio|from gradio)/m.test(code) && /\.launch\s*\(/.test(code)) return certainty.server
  if (/\.mainloop\s*\(\s*\)|pygame\.init\s*\(|QApplication\s*\(|\bturtle\b[^]{0,4000}mainloop/.test(code))
    return certainty.main
  if (/^if\s+__name__\s*==/m.test(code)) return certainty.main
  return /^(?:while|for|print|input)\b|^[a-z]\w*\(/m.test(code) ? certainty.script : 0
}

/** The names of modules that other modules of the project import. */
function modulesImported(sources: Sources, files: readonly SourceFile[]): Set<string> {
  const names = new Set<string>()
  for (const file of files)
    for (const [, from, list] of sources
      .code(file)
      .matchAll(/^[ \t]{0,20}(?:from[ \t]+([\w.]{1,120})[ \t]+import|import[ \t]+([\w., ]{1,200}))/gm))
      for (const one of (from ?? list!).split(',')) names.add(one.trim().split(/[.\s]/).at(-1)!)
  return names
}

/** The modules that a Procfile or a container starts: `gunicorn shop.wsgi:application`. */
function* processes(sources: Sources): Generator<string> {
  for (const { path, text } of sources.texts)
    if (/^(?:procfile|dockerfile|render\.yaml|docker-compose\.ya?ml)$/i.test(nameOf(path)))
      for (const [, module] of text.matchAll(
        /\b(?:gunicorn|uvicorn|hypercorn|waitress-serve)\b[^\n]{0,200}?[\s"',]([a-z_][\w.]{0,100}):\w+/gi,
      ))
        if (!/(?:^|\.)wsgi$/.test(module!)) yield module!
}
