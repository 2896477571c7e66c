import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Runs `npm start` in a folder until its first page is served. */
export async function startServer(folder: string, port: number) {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  while (!(await isServed(`http://localhost:${port}/`))) {
    if (child.exitCode !== null) throw new Error('The server ended before its first page')
    await new Promise((resume) => setTimeout(resume, 50))
  }
  return {
    pid: serverBelow(child.pid!),
    stop: async () => {
      process.kill(-child.pid!, 'SIGINT')
      await ended
    },
  }
}

/** Resident memory of a process in megabytes (10^6 bytes), as Linux tells it. */
export function residentMegabytes(pid: number): number {
  const kibibytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return Math.round((kibibytes * 1024) / 1e6)
}

async function isServed(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** The process that runs server/start.ts below npm. */
function serverBelow(npm: number): number {
  const processes = execFileSync('ps', ['-e', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' }).split('\n')
  const line = processes.find(
    (one) =>
      one.includes('server/start.ts') && !one.includes('sh -c') && Number(one.trim().split(/\s+/)[1]) === npm,
  )
  return Number(line?.trim().split(/\s+/)[0])
}
