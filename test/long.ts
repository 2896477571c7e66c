/** Whether this is the long run (`LONG=1`), which does all that the others do of a sample. */
export const isLong = Boolean(process.env.LONG)
