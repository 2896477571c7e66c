/** Hands bytes to the browser as a download. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Has the browser download an address under a name. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
