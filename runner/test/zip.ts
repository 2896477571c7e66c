import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a ZIP that a test makes, as right or as wrong as it wants. */
export interface ZipFile {
  name: string
  content: string | Buffer
  /** Its kind and rights on UNIX; a plain file unless given. */
  mode?: number
  isDeflated?: boolean
  /** The size that is said of it. */
  size?: number
}

/** Makes a ZIP. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, mode = 0o100644, isDeflated = false, size } of files) {
    const bytes = Buffer.from(content)
    const packed = isDeflated ? deflateRawSync(bytes) : bytes
    const path = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x0800, 2)
    shared.writeUInt16LE(isDeflated ? 8 : 0, 4)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(size ?? bytes.length, 18)
    shared.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, path, packed])
    const [before, after] = [Buffer.from('PK\x01\x02\x14\x03'), Buffer.alloc(14)]
    after.writeUInt32LE(mode * 0x10000, 6)
    after.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([before, shared, after, path]))
    pieces.push(local)
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(Math.min(files.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(files.length, 0xffff), 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, ...directory, end])
}
