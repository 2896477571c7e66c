/** A line of code of a notebook, with its line in the file, from 1. */
interface NotebookLine {
  text: string
  line: number
}

/** The lines of code of a Jupyter notebook, without outputs and Markdown cells; none when it is damaged. */
export function notebookCode(notebook: string): string[] {
  try {
    const { cells } = JSON.parse(notebook) as { cells?: unknown }
    return (Array.isArray(cells) ? (cells as unknown[]) : []).flatMap((cell) => {
      const { cell_type: kind, source } = (cell ?? {}) as { cell_type?: unknown; source?: unknown }
      if (kind !== 'code') return []
      const lines = Array.isArray(source) ? (source as unknown[]) : typeof source === 'string' ? [source] : []
      return lines.flatMap((line) => (typeof line === 'string' ? line.replace(/\n$/, '').split('\n') : []))
    })
  } catch {
    return []
  }
}

/**
 * The lines of code of a notebook with their lines in its file. A line that the file does not have as JSON.stringify
 * writes it gets the line of the one before.
 */
export function notebookLines(notebook: string): NotebookLine[] {
  let [line, counted, index, missed] = [1, 0, 0, 0]
  return notebookCode(notebook).map((text) => {
    const written = JSON.stringify(text).slice(1, -1)
    // Each miss reads the rest of the file.
    const found = text.trim() === '' || missed > 20 ? -1 : notebook.indexOf(written, index)
    if (found === -1) missed += text.trim() === '' ? 0 : 1
    else {
      for (; counted < found; counted++) if (notebook.charCodeAt(counted) === 10) line++
      index = found + written.length
    }
    return { text, line }
  })
}
