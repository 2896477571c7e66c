import type { Api } from '#contract/client.ts'

/** Saves the source as project-{id}-{ref}.zip; `ref` is main (the newest release the caller may have) or a release number. */
export async function downloadSource(api: Api, projectId: string, ref = 'main'): Promise<void> {
  const zip = await api.releases.download({ params: { id: projectId }, query: { ref } })
  saveFile(zip, `project-${projectId}-${ref}.zip`)
}

/** Hands bytes to the browser as a download. */
function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  save(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves the project report under its own name, through a signed link that is good for 5 minutes. */
export async function downloadReport(api: Api, projectId: string): Promise<void> {
  const { downloadUrl, fileName } = await api.releases.reportLink({ params: { id: projectId } })
  save(downloadUrl, fileName)
}

function save(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
