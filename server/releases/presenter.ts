interface Times {
  firstAt: Date
  lastAt: Date
}

/** When something was downloaded, and how often, as staff see it. */
export const toDownloads = <Row extends Times>({ firstAt, lastAt, ...row }: Row) => ({
  ...row,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})
