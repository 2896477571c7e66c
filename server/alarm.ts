/** Writes one line for whoever watches the logs: money did something that a person must look at. */
export function alarm(what: string, facts: Record<string, unknown>) {
  process.stderr.write(
    `${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), alarm: what, ...facts })}\n`,
  )
}
