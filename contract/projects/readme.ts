/** The README nearest to the top; undefined without one. */
export function readmeIn<File extends { path: string }>(files: readonly File[]): File | undefined {
  const depth = ({ path }: File) => path.split('/').length
  const readmes = files.filter(({ path }) => /(^|\/)readme(\.(md|markdown|txt|rst))?$/i.test(path))
  return [...readmes].sort((one, other) => depth(one) - depth(other))[0]
}
