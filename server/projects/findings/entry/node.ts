import { parentOf } from '#contract/projects/files.ts'

import { nameOf, type Sources } from '../files/sources.ts'
import { packagesIn } from '../manifests/node.ts'
import { type Candidate, certainty } from './candidate.ts'

/** The file that the scripts of each package.json start: a server before a client. */
export function* nodeEntries(sources: Sources): Generator<Candidate> {
  const family = 'node'
  for (const { file, manifest } of packagesIn(sources)) {
    if (sources.foreign.has(file.path)) continue
    const folder = parentOf(file.path)
    const at = (path: string) => (folder ? `${folder}/${path}` : path)
    const first = (...paths: string[]) => paths.map(at).find((path) => sources.paths.has(path))
    const { scripts = {}, main, dependencies = {} } = manifest
    const has = (...names: string[]) => names.some((name) => name in dependencies)
    const isServer = has(
      'express',
      'fastify',
      'koa',
      '@nestjs/core',
      'hapi',
      '@hapi/hapi',
      'socket.io',
      'apollo-server',
      'mongoose',
      'restify',
      '@prisma/client',
    )
    for (const script of [scripts['start'], scripts['server'], scripts['dev'], scripts['serve']]) {
      const started = script && startedBy(script)
      const path = started && first(...variants(started))
      if (path)
        yield {
          path,
          certainty: isServer || serves(sources, path) ? certainty.server + 15 : certainty.main,
          family,
        }
    }
    const named = main && first(...variants(main))
    if (named && /\.[cm]?[jt]s$/.test(named))
      yield { path: named, certainty: isServer ? certainty.server : certainty.script, family }
    if (isServer) {
      const usual = first(
        ...['server', 'app', 'index', 'main'].flatMap((name) =>
          ['', 'src/'].flatMap((place) => [
            `${place}${name}.js`,
            `${place}${name}.ts`,
            `${place}${name}.mjs`,
          ]),
        ),
      )
      if (usual) yield { path: usual, certainty: certainty.server, family }
    }
    const client = clientEntry(has, first)
    // A page of a server written in another language only needs packages for its build.
    if (client) yield { path: client, certainty: certainty.client, family }
  }
  for (const file of sources.written('js', 'ts', 'mjs', 'cjs'))
    if (
      /\.listen\s{0,4}\(/.test(sources.bare(file)) &&
      /createServer|express\s{0,4}\(|fastify\s{0,4}\(|NestFactory/.test(sources.bare(file))
    )
      yield {
        path: file.path,
        certainty: certainty.main + (/^(?:server|app|index|main)\./.test(nameOf(file.path)) ? 5 : 0),
        family,
      }
}

/** The file that a command starts, as in `nodemon --exec ts-node src/index.ts`; undefined for a tool's own command. */
const startedBy = (command: string): string | undefined =>
  /(?:^|[\s&|;])(?:node|nodemon|ts-node(?:-dev)?|tsx|bun(?: run)?|deno run|electron|pm2 start)\s{1,4}(?:-{1,2}[\w-]{1,40}(?:[= ](?:ts-node|tsx|node|\S{1,80}=\S{0,80}))?\s{1,4}){0,6}(?:\.\/)?([\w./-]{1,200})/.exec(
    command,
  )?.[1]

/** The paths that a name in a script may mean; what a compiler makes is looked for among the sources. */
function variants(path: string): string[] {
  const plain = path.replace(/^\.\//, '').replace(/\/$/, '')
  const bases = [
    plain,
    plain.replace(/^(?:dist|build|lib|out)\//, 'src/'),
    plain.replace(/^(?:dist|build|lib|out)\//, ''),
  ]
  return bases.flatMap((base) => {
    const stem = base.replace(/\.[cm]?js$/, '')
    return [base, `${stem}.ts`, `${stem}.js`, `${stem}.mjs`, `${stem}/index.js`, `${stem}/index.ts`]
  })
}

const serves = (sources: Sources, path: string) => {
  const file = sources.texts.find((one) => one.path === path)
  return file !== undefined && /\.listen\s{0,4}\(|createServer|express|fastify|NestFactory/.test(file.text)
}

/** The first file of a page or app that runs in the browser or on a phone. */
function clientEntry(
  has: (...names: string[]) => boolean,
  first: (...paths: string[]) => string | undefined,
): string | undefined {
  if (has('expo', 'react-native'))
    return first('App.js', 'App.tsx', 'App.jsx', 'app/index.tsx', 'app/_layout.tsx', 'index.js')
  if (has('next'))
    return first(
      'src/app/page.tsx',
      'app/page.tsx',
      'app/page.js',
      'src/app/page.js',
      'pages/index.js',
      'pages/index.tsx',
      'src/pages/index.tsx',
      'src/pages/index.js',
    )
  if (has('@angular/core')) return first('src/main.ts')
  if (has('vite')) return first('index.html', 'src/main.tsx', 'src/main.jsx', 'src/main.ts', 'src/main.js')
  if (has('react-scripts', '@vue/cli-service', 'react', 'vue', 'svelte'))
    return first(
      'src/index.js',
      'src/index.tsx',
      'src/index.jsx',
      'src/main.js',
      'src/main.ts',
      'public/index.html',
      'index.html',
    )
  return undefined
}
