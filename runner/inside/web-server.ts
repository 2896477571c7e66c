import { spawn } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, dirname, join, relative } from 'node:path'

import { answers, joinLines } from './connections.ts'
import { socket } from './database.ts'
import { inProject, isThere, project } from './files.ts'
import type { Given } from './lines.ts'

const server = { port: 8080, host: '127.0.0.1' }

/** The settings of PHP in XAMPP. */
const settings = [
  'output_buffering=4096',
  'short_open_tag=On',
  'display_errors=On',
  'html_errors=Off',
  'error_reporting=22527',
  'max_execution_time=20',
  'memory_limit=256M',
  'session.save_path=/tmp',
  'date.timezone=Asia/Kolkata',
  'sendmail_path=/bin/false',
  `mysqli.default_socket=${socket}`,
  `pdo_mysql.default_socket=${socket}`,
]

/**
 * Starts the web server on a folder of the project, and offers lines to it through the relay. A front controller answers
 * the paths that are no file.
 */
export async function startWebServer(root: string, controller: string | null): Promise<void> {
  const options = settings.flatMap((setting) => ['-d', setting])
  const place = ['-S', `${server.host}:${server.port}`, '-t', inProject(root)]
  spawn('php', [...options, ...place, join(import.meta.dirname, 'router.php')], {
    cwd: inProject(root),
    env: {
      ...process.env,
      PHP_CLI_SERVER_WORKERS: '4',
      ...(controller !== null && { FRONT_CONTROLLER: inProject(controller) }),
    },
    stdio: 'ignore',
  })
  await answers(server)
  for (let lines = 0; lines < 24; lines++) offer()
}

/** Offers a line to the runner: it waits there until a request comes down it. */
function offer() {
  const line = connect('/link')
  line.on('error', () => line.destroy()).once('close', () => setTimeout(offer, 100))
  line.once('data', (first) => {
    line.pause()
    const toServer = connect(server)
    toServer.on('error', () => line.destroy())
    toServer.write(first)
    joinLines(line, toServer)
  })
}

const firstPages = [
  'index.php',
  'index.html',
  'index.htm',
  'home.php',
  'login.php',
  'main.php',
  'default.php',
]
const rankOf = (path: string) => firstPages.indexOf(basename(path).toLowerCase())

/** Finds the page that is opened first: the one nearest to the top, and of those the one with the usual name. */
function firstPage(files: readonly string[], root: string): string | undefined {
  const weight = (path: string) => path.split('/').length * 100 + rankOf(path)
  return files
    .filter((path) => rankOf(path) >= 0 && isIn(root, path))
    .toSorted((one, other) => weight(one) - weight(other))[0]
}

const isIn = (root: string, path: string) => root === '' || path.startsWith(`${root}/`)

/** The folder that the web server gets, the page in it that is opened first, and its front controller. */
export function findStart(files: readonly string[], { root, startAt, router }: Given, source: string) {
  if (router && isThere(router) && isThere(root)) {
    const page = startAt && isThere(startAt) && isIn(root, startAt) ? startAt : firstPage(files, root)
    return { root, page, controller: router }
  }
  return { ...findPage(files, { root, startAt }, source), controller: null }
}

/** An address that the code spells out: http://localhost/shop/public. */
const linksToPublic = /\b(?:localhost|127\.0\.0\.1)(?::\d+)?\/[\w-]+\/public\b/i

function findPage(
  files: readonly string[],
  { root, startAt }: Pick<Given, 'root' | 'startAt'>,
  source: string,
) {
  if (startAt && isThere(startAt))
    return { root: isIn(root, startAt) && isThere(root) ? root : folderOf(startAt), page: startAt }
  if (!root && files.includes('public/index.php'))
    return { root: linksToPublic.test(source) ? '' : 'public', page: 'public/index.php' }
  const page = firstPage(files, isThere(root) ? root : '') ?? firstPage(files, '')
  // Where the top has no page of its own, the folder of the first page is what the server gets.
  return { root: page ? (root !== '' && isIn(root, page) ? root : folderOf(page)) : root, page }
}

const folderOf = (path: string) => (dirname(path) === '.' ? '' : dirname(path))

/**
 * Makes the address of the top. XAMPP serves a project under its folder's name, and links are written so: the folder
 * then also leads to itself.
 */
export function addressOfTop(root: string, folder: string | null): string {
  if (!folder || !/^[\w][\w .-]*$/.test(folder)) return 'http://localhost/'
  const place = join(project, root, folder)
  if (existsSync(place)) return 'http://localhost/'
  symlinkSync('.', place)
  return `http://localhost/${encodeURIComponent(folder)}/`
}

/** The address of a file of the project; that of its folder where it is the index. */
export function addressOf(path: string, root: string, top: string): string {
  const name = basename(path)
  const isIndex =
    name === 'index.php' || (name === 'index.html' && !isThere(join(dirname(path), 'index.php')))
  const parts = relative(root, path).split('/').map(encodeURIComponent)
  return new URL(isIndex ? [...parts.slice(0, -1), ''].join('/') : parts.join('/'), top).href
}

/** Finds the folder's name in addresses that the code spells out: http://localhost/shop/. */
export function folderIn(source: string, root: string): string | null {
  const links = /\b(?:localhost|127\.0\.0\.1)(?::\d+)?\/(?!phpmyadmin)([\w-]+)(?=\/|['"])/gi
  const names = [...source.matchAll(links)]
    .map(([, name]) => name!)
    .filter((name) => !isThere(join(root, name)))
  const counted = [...Map.groupBy(names, (name) => name)]
  return counted.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null
}
