/** Makes texts of the lists of a project that are stored as JSON, because the driver makes SQL arrays of lists. */
export const withJsonTexts = <Row extends Lists>(row: Row): Row => ({
  ...row,
  ...(Array.isArray(row.demoSignIns) && { demoSignIns: JSON.stringify(row.demoSignIns) }),
  ...(Array.isArray(row.codeQuestions) && { codeQuestions: JSON.stringify(row.codeQuestions) }),
})

interface Lists {
  demoSignIns?: unknown
  codeQuestions?: unknown
}
