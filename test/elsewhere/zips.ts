import { crc32 } from 'node:zlib'

/** An entry as some program writes it: its name in that program's bytes, its system, its attributes. */
export interface WrittenEntry {
  name: string | Buffer
  content?: string
  /** The system of the program: 0 is DOS (also Windows), 3 Unix, 19 macOS. */
  system?: number
  /** The permissions, where the system has them. */
  mode?: number
  /** Whether the entry says that its name is in UTF-8. */
  saysUtf8?: boolean
  /** The method of packing: 0 is none. */
  method?: number
}

/** Writes a ZIP exactly as told, without packing. Source: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
export function zipWritten(entries: readonly WrittenEntry[], comment = ''): Buffer {
  const [files, listing]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const entry of entries) {
    const { content = '', system = 0, mode = 0, saysUtf8 = false, method = 0 } = entry
    const [name, bytes] = [Buffer.from(entry.name as string), Buffer.from(content)]
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(saysUtf8 ? 0x0800 : 0, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(0x5d796000, 6)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(bytes.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(mode * 0x10000, 6)
    rest.writeUInt32LE(at, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, bytes])
    files.push(file)
    listing.push(Buffer.from('PK\x01\x02'), Buffer.from([20, system]), shared, rest, name)
    at += file.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(listing).length, 8)
  end.writeUInt32LE(at, 12)
  end.writeUInt16LE(comment.length, 16)
  return Buffer.concat([...files, ...listing, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)])
}
