import { type Cell, csv } from '#contract/kit/csv.ts'

import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/data/save-file.ts'
import { Icon } from '../ui/icon.tsx'

/** Saves rows that are on the page already as a CSV file. */
export const CsvButton = ({ name, rows }: { name: string; rows: Cell[][] }) => (
  <Button
    tone="quiet"
    size="small"
    icon={<Icon name="download" className="size-4" />}
    onClick={() => saveCsv(rows, `${name}.csv`)}
  >
    Download CSV
  </Button>
)

/** Hands rows to the browser as a CSV file. */
export const saveCsv = (rows: Cell[][], name: string) =>
  saveFile(new Blob([csv(rows)], { type: 'text/csv;charset=utf-8' }), name)
