import type { OpenUpload } from '#contract/files/uploads.ts'
import { counted } from '#contract/kit/counted.ts'
import { minute } from '#contract/kit/day.ts'

import { sizeText } from '../../projects/file-tree.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

/** What became of an upload that was left: how much has arrived, and how it is gone on with. */
export const UnfinishedUpload = ({ upload }: { upload: OpenUpload }) => (
  <Callout tone="waiting" title="An upload is not finished">
    {counted(upload.fileCount, 'file')} ({sizeText(upload.totalFileSize)}) have arrived; the last came at{' '}
    {minute(upload.touchedAt)}. Choose the same folder again within a day, and only the rest is sent.
  </Callout>
)
