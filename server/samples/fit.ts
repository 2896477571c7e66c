import { sampleLimits } from '#contract/projects/samples.ts'

/** Whether a file is a text that is short enough to be shown and coloured in full. */
export const fits = ({ size, lines }: { size: number | null; lines: number | null }): boolean =>
  size !== null && lines !== null && size <= sampleLimits.bytes && lines <= sampleLimits.lines
