import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs the parts of `npm run check` side by side, prints the output of each as a whole, and fails when one fails. */
const parts = ['format', 'lint', 'types', 'dead']

/** Runs a script of package.json without what npm runs before it, and returns how it ended and what it wrote. */
async function run(script: string) {
  const child = spawn('npm', ['run', '--ignore-scripts', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Runs a script and prints what it wrote. Returns whether it succeeded. */
async function passes(script: string): Promise<boolean> {
  const { code, output } = await run(script)
  console.log(output.trimEnd())
  if (code !== 0) console.error(`\nnpm run ${script} failed.`)
  return code === 0
}

// Lint and types both read what it writes, so it runs once and before them.
if (!(await passes('typegen'))) process.exit(1)
const results = await Promise.all(parts.map(passes))
process.exitCode = results.every(Boolean) ? 0 : 1
