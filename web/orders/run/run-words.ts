import { runTroubleLabels, runTroubles } from '#contract/orders/run-answers.ts'

export const troubleOptions = runTroubles.map((value) => ({ value, label: runTroubleLabels[value] }))
