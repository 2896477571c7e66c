import { create } from 'content-disposition'

/** A Content-Disposition that makes a browser save an answer under a name, without what hides in a name or leads out of a folder. */
export const contentDisposition = (fileName: string): string =>
  create(fileName.replace(unwanted, '').slice(0, 150).toWellFormed() || 'download')

const unwanted = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]/gu
