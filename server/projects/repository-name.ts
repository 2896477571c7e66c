/** A readable name that is unique: what the title leaves of itself in an address, and the random end of the id. */
export function repositoryName(title: string, id: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${slug || 'project'}-${id.slice(-10)}`
}
