/**
 * Long work in short pieces: wait for it between two steps, and the page answers its user as soon as the work has taken
 * `maxMs` milliseconds in one go.
 */
export function slices(maxMs = 25): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < maxMs) return undefined
    return new Promise<void>((resume) => setTimeout(resume)).then(() => {
      begun = performance.now()
    })
  }
}
