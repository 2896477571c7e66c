import { cpus, loadavg, totalmem } from 'node:os'

import type { OverloadRow } from './overload.ts'
import type { PageFigures } from './pages/pages.ts'
import type { Memory, Row } from './speed.ts'
import type { Verdict } from './targets.ts'

/** Describes the machine and its load just before the measurement in one line. */
export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)}`

/** Formats every case at every size as a Markdown table. Times in milliseconds. */
export const speedTable = (rows: Row[]) =>
  table(
    [
      'case',
      'projects',
      'alone p50',
      'p99',
      'first byte',
      'bytes',
      '50 connections: per s',
      'p50',
      'p99',
      'failed',
      'processor µs: Node',
      'PostgreSQL',
      'floor alone p50',
      'floor per s',
      'of the floor',
      'floor: Node',
      'PostgreSQL',
    ],
    rows.map(({ name, size, app, floor, share }) => [
      name,
      grouped(size),
      app.alone.p50.toFixed(1),
      app.alone.p99.toFixed(1),
      app.alone.firstByte.toFixed(1),
      grouped(app.alone.bytes),
      grouped(app.loaded.perSecond),
      app.loaded.p50.toFixed(0),
      app.loaded.p99.toFixed(0),
      grouped(app.loaded.failures),
      grouped(app.loaded.processor),
      grouped(app.loaded.database),
      floor ? floor.alone.p50.toFixed(1) : '',
      floor ? grouped(floor.loaded.perSecond) : '',
      share === undefined ? '' : percent(share),
      floor ? grouped(floor.loaded.processor) : '',
      floor ? grouped(floor.loaded.database) : '',
    ]),
  )

export const memoryTable = (memory: Memory[]) =>
  table(
    ['projects', 'memory of the server after the load, MB', 'highest, MB'],
    memory.map(({ size, now, highest }) => [grouped(size), String(now), String(highest)]),
  )

export const overloadTable = (rows: OverloadRow[]) =>
  table(
    [
      'five times too many',
      'projects',
      'can do per s',
      'asked per s',
      'answered per s',
      'p50',
      'p99',
      '503',
      'p99 of 503',
      'failed',
      'cached page, slowest',
      '/healthz, slowest',
      'first answer after',
      'per s after',
      'burst of 500: answered',
      'slowest',
      'another client: answered',
      'slowest',
      'memory MB',
    ],
    rows.map((row) => [
      row.name,
      grouped(row.size),
      grouped(row.capacity),
      grouped(row.asked),
      grouped(row.answered),
      row.p50.toFixed(0),
      row.p99.toFixed(0),
      percent(row.shed),
      row.p99Shed.toFixed(0),
      grouped(row.failed),
      row.cachedPage.toFixed(0),
      row.health.toFixed(0),
      row.recovery.toFixed(0),
      grouped(row.capacityAfter),
      grouped(row.burstAnswered),
      row.burstSlowest.toFixed(0),
      percent(row.otherAnswered),
      row.otherSlowest.toFixed(0),
      String(row.memory),
    ]),
  )

export const pagesTable = (pages: PageFigures[]) =>
  table(
    [
      'page',
      'HTML bytes',
      'compressed',
      'JavaScript brotli',
      'files',
      'Lighthouse mobile',
      'layout shift',
      'largest paint ms',
    ],
    pages.map(
      ({ name, html, htmlCompressed, javaScript, javaScriptFiles, scores, layoutShift, largestPaint }) => [
        name,
        grouped(html),
        grouped(htmlCompressed),
        grouped(javaScript),
        String(javaScriptFiles),
        Object.entries(scores)
          .map(([category, score]) => `${category} ${score}`)
          .join(', '),
        layoutShift.toFixed(3),
        grouped(largestPaint),
      ],
    ),
  )

export const verdictTable = (verdicts: Verdict[]) =>
  table(
    ['target', 'wanted', 'measured', 'reached'],
    verdicts.map(({ what, wanted, measured, reached }) => [what, wanted, measured, reached ? 'yes' : 'NO']),
  )

const grouped = (number: number) => Math.round(number).toLocaleString('en-US')
const percent = (ratio: number) => `${Math.round(ratio * 100)} %`

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
