import { get, type IncomingHttpHeaders } from 'node:http'

interface Part {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  isWhole: boolean
}

/**
 * Requests an address. When so many bytes have come nothing more is read until `cut` is done, and then what has reached
 * this computer; without `cut` the line is cut here.
 */
const partOf = (
  url: string,
  bytes: number,
  headers: Record<string, string> = {},
  cut?: () => Promise<unknown>,
): Promise<Part> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      let length = 0
      let cutting: Promise<unknown> = Promise.resolve()
      const end = async () => {
        if (!cut) return request.destroy()
        answer.pause()
        await (cutting = cut())
        return answer.resume()
      }
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        const isFull = length < bytes && length + part.length >= bytes
        length += part.length
        if (isFull) end().catch(reject)
      })
      answer.on('error', () => {})
      answer.on('close', () => {
        const part = {
          status: answer.statusCode!,
          headers: answer.headers,
          bytes: Buffer.concat(parts),
          isWhole: answer.complete,
        }
        // The line may break before the cut is done.
        cutting.then(() => resolve(part), reject)
      })
    })
    // After the answer has begun, an error ends it.
    request.on('error', reject)
  })

/**
 * Downloads an address as browsers do: after a cut it goes on from what has come, with the ETag of the first answer.
 * `restart`: what to do between two parts.
 */
export async function resumed(
  url: string,
  cutEvery: number,
  { cut, restart }: { cut?: () => Promise<unknown>; restart?: () => Promise<unknown> } = {},
): Promise<{ bytes: Buffer; requests: number }> {
  const first = await partOf(url, cutEvery, {}, cut)
  const parts = [first]
  while (!parts.at(-1)!.isWhole) {
    await restart?.()
    const at = parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const next = await partOf(url, cutEvery, { range: `bytes=${at}-`, 'if-range': first.headers.etag! }, cut)
    if (next.status !== 206) throw new Error(`The download did not go on: ${next.status}`)
    parts.push(next)
  }
  return { bytes: Buffer.concat(parts.map(({ bytes }) => bytes)), requests: parts.length }
}
