import type { Api } from '#contract/client.ts'

import { saveFile, saveFrom } from '../ui/data/save-file.ts'

/** Saves the source as project-{id}-{ref}.zip; `ref` is main (the newest release the caller may have) unless a release is named. */
export async function downloadSource(api: Api, projectId: string, release?: number): Promise<void> {
  const ref = String(release ?? 'main')
  const zip = await api.releases.download({ params: { id: projectId }, query: { ref } })
  saveFile(zip, `project-${projectId}-${ref}.zip`)
}

/** Saves the project report under its own name, through a signed link that is good for 5 minutes. */
export async function downloadReport(api: Api, projectId: string): Promise<void> {
  const { downloadUrl, fileName } = await api.releases.reportLink({ params: { id: projectId } })
  saveFrom(downloadUrl, fileName)
}
