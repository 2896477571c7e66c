/** A Content-Disposition that makes a browser save an answer under a name (RFC 6266), whatever characters the name holds. */
export function contentDisposition(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]/gu, '').slice(0, 150) || 'download'
  const plain = name.replace(/[^\w .()-]/g, '_')
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded(name)}`}`
}

const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
