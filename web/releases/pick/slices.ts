/**
 * Long work in short pieces: wait for it between two steps, and the page answers its user as soon as the work has taken
 * `maxMs` milliseconds in one go.
 */
export function slices(maxMs = 15): () => Promise<void> | undefined {
  let begun = performance.now()
  const pause = async () => {
    await new Promise((resume) => setTimeout(resume))
    begun = performance.now()
  }
  return () => (performance.now() - begun < maxMs ? undefined : pause())
}
