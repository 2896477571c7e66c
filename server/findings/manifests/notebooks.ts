import type { SourceFile, Sources } from '../sources/sources.ts'

/** A line of code of a notebook, and where it begins in the file. */
export interface NotebookLine {
  file: SourceFile
  text: string
  index: number
}

/** The lines of code of every Jupyter notebook; what a cell printed and what its author explains are none. */
export function* notebookLines(sources: Sources): Generator<NotebookLine> {
  for (const file of sources.written('ipynb')) {
    let index = 0
    let isFound = true
    for (const text of codeIn(file.text)) {
      // Written in another way than JSON.stringify would: then the last place that was found has to do.
      const next: number = isFound ? file.text.indexOf(JSON.stringify(text).slice(1, -1), index) : -1
      isFound = next !== -1
      if (isFound) index = next
      yield { file, text, index }
    }
  }
}

function codeIn(notebook: string): string[] {
  try {
    const { cells } = JSON.parse(notebook) as { cells?: unknown }
    return (Array.isArray(cells) ? (cells as unknown[]) : []).flatMap((cell) => {
      const { cell_type: kind, source } = (cell ?? {}) as { cell_type?: unknown; source?: unknown }
      if (kind !== 'code') return []
      const lines = Array.isArray(source) ? (source as unknown[]) : typeof source === 'string' ? [source] : []
      return lines.flatMap((line) => (typeof line === 'string' ? line.split('\n') : []))
    })
  } catch {
    return []
  }
}
