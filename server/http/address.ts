/** An address whose path is no text in UTF-8, as `/%ff`, with its escapes escaped: as unknown as any other, not an error. */
export function readableAddress(url = '/'): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split(/(?=[?#])/)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + query.join('')
  }
}
