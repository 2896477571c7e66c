/**
 * Forty texts that become a script, an element or a request wherever a text is not escaped. Each contains `xssmark`,
 * which identifies it if it becomes an element.
 */
export const payloads = [
  '<script xssmark>alert(1)</script>',
  '</script><script xssmark>alert(2)</script>',
  '<img xssmark src=x onerror=alert(3)>',
  '"><img xssmark src=x onerror=alert(4)>',
  "'><svg xssmark onload=alert(5)>",
  '<svg xssmark/onload=alert(6)>',
  '<b xssmark>bold</b>',
  '</title><b xssmark>',
  '</textarea><b xssmark>',
  '</style><b xssmark>',
  '</template><b xssmark>',
  '</noscript><b xssmark>',
  '--><b xssmark>',
  ']]><b xssmark>',
  '<!--<b xssmark>',
  '" onmouseover="alert(7)" xssmark="',
  "' onfocus='alert(8)' autofocus xssmark='",
  '" style="position:fixed" xssmark="',
  '` onload=alert(9) xssmark=`',
  'javascript:alert(10)//xssmark',
  '[xssmark](javascript:alert(11))',
  '![xssmark](https://evil.example/p.png)',
  '[xssmark]: javascript:alert(12)',
  '<javascript:alert(13)>xssmark',
  '<iframe xssmark srcdoc="<b>">',
  '<iframe xssmark src=//evil.example>',
  '<object xssmark data=//evil.example>',
  '<embed xssmark src=//evil.example>',
  '<link xssmark rel=stylesheet href=//evil.example>',
  '<style xssmark>*{display:none}</style>',
  '<base xssmark href=//evil.example>',
  '<meta xssmark http-equiv=refresh content=0>',
  '<form xssmark action=//evil.example>',
  '<input xssmark autofocus onfocus=alert(14)>',
  '<details xssmark open ontoggle=alert(15)>',
  '<math xssmark><mtext><b>',
  '<xss xssmark onanimationstart=alert(16)>',
  '\\u003cb xssmark\\u003e &lt;b xssmark&gt;',
  '\u2028<b xssmark>\u2029',
  '{{alert(17)}} ${alert(18)} xssmark',
]

/** All payloads in one text. */
export const allPayloads = payloads.join('\n')

let next = 0
/** Joins as many payloads on one line as fit into `room` characters, continuing after those of the last call. */
export function payloadsIn(room: number): string {
  let text = ''
  for (const _ of payloads) {
    const longer = `${text} ${payloads[next % payloads.length]!}`.trim()
    if (longer.length > room) break
    text = longer
    next++
  }
  return text
}
