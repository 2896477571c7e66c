import { brotliCompressSync } from 'node:zlib'

/** Counts the scripts that a page loads at once, in bytes: those that it names or preloads, and their imports. */
export async function pageJavaScript(origin: string, path: string) {
  const html = await (await fetch(origin + path)).text()
  const scripts = new Map<string, string>()
  const follow = async (path: string): Promise<void> => {
    if (scripts.has(path)) return
    scripts.set(path, '')
    const text = await (await fetch(origin + path)).text()
    scripts.set(path, text)
    const imports = [...text.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g)].map(
      ([, name]) => new URL(name!, origin + path).pathname,
    )
    await Promise.all(imports.map(follow))
  }
  await Promise.all([...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, path]) => follow(path!)))
  const texts = [...scripts.values()].map((text) => Buffer.from(text))
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  return {
    files: texts.length,
    bytes: sum(texts.map(({ length }) => length)),
    brotli: sum(texts.map((text) => brotliCompressSync(text).length)),
  }
}
