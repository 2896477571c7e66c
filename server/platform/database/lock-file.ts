import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { deleteUnlessReplaced } from '../data-folder.ts'
import { isNumberUsed, isRunning, programOf } from './process-state.ts'

/** What PostgreSQL's lock file says of the server that wrote it. */
interface Lock {
  /** 0 in a file that was not written to its end. */
  pid: number
  port: string
  socketFolder: string
  isReady: boolean
}

/** Reads the lock file of a cluster's data folder; undefined without one. */
export function readLock(data: string): Lock | undefined {
  const text = textOf(join(data, 'postmaster.pid'))
  return text === undefined ? undefined : lockFrom(text)
}

/** The process id of the PostgreSQL that runs on a data folder, whether it answers or not. */
export function serverOn(data: string): number | undefined {
  const pid = readLock(data)?.pid
  return pid && isRunning(pid) && mayBeServerOf(data, pid) ? pid : undefined
}

/**
 * Deletes the lock files of a server that has gone, where PostgreSQL does not do so itself: after a power cut their
 * number may be that of any process, or the files may be empty. Where a server may still run they stay.
 */
export async function deleteStaleLocks(data: string): Promise<void> {
  const deleteIfStale = async (name: string) => {
    const file = join(data, name)
    const text = textOf(file)
    if (text !== undefined && (await isStale(file, text, data))) deleteUnlessReplaced(file, text)
  }
  await Promise.all(['postmaster.pid', '.s.PGSQL.5432.lock'].map(deleteIfStale))
}

async function isStale(file: string, text: string, data: string): Promise<boolean> {
  const { pid, port, socketFolder } = lockFrom(text)
  if (pid === 0) {
    // A server that starts writes its number at once.
    await pause(1000)
    if (textOf(file) !== text) return false
  } else if (!isNumberUsed(pid) || (isRunning(pid) && mayBeServerOf(data, pid))) return false
  // The server may run where its number means nothing here: in another container.
  return !(await isListening(join(socketFolder || data, `.s.PGSQL.${port || 5432}`)))
}

/** False only for a process that is surely something else, or serves another folder. */
function mayBeServerOf(data: string, pid: number): boolean {
  const program = programOf(pid)
  if (!program) return true
  if (!/^postgres(\.exe)?$/.test(program.name)) return false
  const [, folder] = /(?:^| )-D (\/.+?)(?: -\w|$)/.exec(program.options.trim()) ?? []
  return folder === undefined || isSameFolder(folder, data)
}

/** True also when one of them cannot be read. */
function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return true
  }
}

/** Whether somebody listens on a Unix socket, or might. */
function isListening(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path)
  socket.once('connect', () => resolve(true))
  socket.once('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTDIR', 'ENOTSOCK'].includes(code ?? '')),
  )
  return promise.finally(() => socket.destroy())
}

function lockFrom(text: string): Lock {
  const [pid = '', , , port = '', socketFolder = '', , , state = ''] = text.split('\n')
  return {
    // A server that somebody runs by hand for one session writes its number with a minus.
    pid: Math.abs(Number.parseInt(pid, 10)) || 0,
    port: port.trim(),
    socketFolder: socketFolder.trim(),
    isReady: state.trim() === 'ready',
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
