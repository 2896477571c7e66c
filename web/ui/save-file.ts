/** Downloads bytes as a file. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads an address as a file. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
