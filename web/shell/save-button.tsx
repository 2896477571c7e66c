import type { Api } from '#contract/client.ts'
import { type Cell, csv } from '#contract/kit/format.ts'

import { Button, type ButtonProps } from '../ui/button.tsx'
import { FailureBelow } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useAttempt } from './form/use-attempt.ts'
import { problemOf } from './session/api.ts'
import { useApi } from './session/member-api.ts'

/** A button that fetches a file and saves it under a name; `failure` is the message of a failure without its own. */
export function SaveButton({ file, name, failure, onSaved, ...look }: SaveButtonProps) {
  const api = useApi()
  const { busy, failure: failed, attempt } = useAttempt()
  const save = async () => {
    saveFile(await file(await api()), typeof name === 'string' ? name : name())
    await onSaved?.()
  }
  return (
    <FailureBelow failure={failed}>
      <Button
        tone="quiet"
        {...look}
        pending={busy}
        onClick={() => void attempt(save, (thrown) => problemOf(thrown, failure).message)}
      />
    </FailureBelow>
  )
}

type SaveButtonProps = Omit<ButtonProps, 'name' | 'onClick' | 'pending'> & {
  file: (api: Api) => Promise<Blob>
  name: string | (() => string)
  failure: string
  onSaved?: () => Promise<void>
}

/** A button that saves rows of the page as a CSV file; `of` says to screen readers which rows. */
export const CsvButton = ({ name, of, rows }: { name: string; of: string; rows: Cell[][] }) => (
  <Button
    tone="quiet"
    size="small"
    icon={<Icon name="download" className="size-4" />}
    onClick={() => saveCsv(rows, `${name}.csv`)}
  >
    Download CSV<span className="sr-only">{` of ${of}`}</span>
  </Button>
)

/** Downloads rows as a CSV file. */
export const saveCsv = (rows: Cell[][], name: string) =>
  saveFile(new Blob([csv(rows)], { type: 'text/csv;charset=utf-8' }), name)
