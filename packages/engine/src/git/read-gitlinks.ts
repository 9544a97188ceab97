import { statSync } from 'node:fs'
import { isMissing, readSmallFile } from './read-small-file.ts'

/** How many bytes the name of an object has, by the format that a repository's settings name. */
export const OBJECT_NAME_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32 }

/** The paths at which an index holds other repositories; null where it cannot be read completely. */
export function readGitlinks(indexFile: string, hash: number): readonly string[] | null {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(indexFile, { bigint: true })
    const stamp = [dev, ino, size, mtimeNs, ctimeNs, hash].join(' ')
    const known = read.get(indexFile)
    if (known?.stamp === stamp) return known.links
    const bytes = readSmallFile(indexFile, LARGEST_INDEX)
    const links = typeof bytes === 'string' ? null : parseIndex(bytes, hash)
    read.delete(indexFile)
    read.set(indexFile, { stamp, links })
    for (const oldest of read.keys()) if (read.size > MOST_REMEMBERED) read.delete(oldest)
    return links
  } catch (error) {
    return isMissing(error) ? [] : null
  }
}

const LARGEST_INDEX = 256 * 1024 * 1024
const MOST_REMEMBERED = 16
/** Names that build on each other would grow without end. */
const LONGEST_NAME = 8_192
const read = new Map<string, { readonly stamp: string; readonly links: readonly string[] | null }>()

/** The format is git's: Documentation/gitformat-index. Whatever is not as git itself would write it is not understood. */
function parseIndex(bytes: Buffer, hash: number): readonly string[] | null {
  if (bytes.length < 12 + 20 || bytes.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = bytes.readUInt32BE(4)
  const count = bytes.readUInt32BE(8)
  if (version < 2 || version > 4) return null
  return readEntries(bytes, { version, count, hash })
}

type Shape = { readonly version: number; readonly count: number; readonly hash: number }

function readEntries(bytes: Buffer, shape: Shape): readonly string[] | null {
  const links: string[] = []
  const starts: number[] = []
  const end = bytes.length - shape.hash
  let position = 12
  let last: Buffer = Buffer.alloc(0)
  for (let index = 0; index < shape.count; index++) {
    starts.push(position)
    const fixed = position + 40 + shape.hash
    if (fixed + 3 > end) return null
    const flags = bytes.readUInt16BE(fixed)
    const isExtended = (flags & 0x4000) !== 0
    if (isExtended && shape.version < 3) return null
    const begin = fixed + (isExtended ? 4 : 2)
    const name = shape.version === 4 ? readShortName(bytes, begin, last) : readName(bytes, begin)
    // Git goes by the length, a look at the files by the letters.
    if (name === null || Math.min(name.bytes.length, 0xfff) !== (flags & 0xfff)) return null
    if (shape.version === 4) last = name.bytes
    // Git looks at these four bits alone.
    if ((bytes.readUInt32BE(position + 24) & 0xf000) === 0xe000) {
      const path = name.bytes.toString('utf8')
      if (!Buffer.from(path).equals(name.bytes)) return null
      links.push(path)
    }
    const length = name.end - position
    position = shape.version === 4 ? name.end + 1 : position + ((length + 8) & ~7)
  }
  return areExtensionsPlain(bytes, { start: position, end, starts, hash: shape.hash }) ? links : null
}

type Name = { readonly bytes: Buffer; readonly end: number }

function readName(bytes: Buffer, begin: number): Name | null {
  const end = bytes.indexOf(0, begin)
  return end === -1 ? null : { bytes: bytes.subarray(begin, end), end }
}

/** In version 4 a name says how much of the one before it is not its own. */
function readShortName(bytes: Buffer, begin: number, last: Buffer): Name | null {
  let position = begin
  let byte = bytes[position++] ?? 0
  let cut = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = bytes[position++] ?? 0
    cut = (cut + 1) * 128 + (byte & 0x7f)
    if (cut > bytes.length) return null
  }
  const rest = readName(bytes, position)
  if (rest === null || cut > last.length || rest.end - position > LONGEST_NAME) return null
  if (last.length - cut > LONGEST_NAME) return null
  return { bytes: Buffer.concat([last.subarray(0, last.length - cut), rest.bytes]), end: rest.end }
}

type Tail = {
  readonly start: number
  readonly end: number
  readonly starts: readonly number[]
  readonly hash: number
}

/** Extensions in small letters change what the entries mean; two others tell git where to read them instead. */
function areExtensionsPlain(bytes: Buffer, { start, end, starts, hash }: Tail): boolean {
  let position = start
  while (position < end) {
    if (position + 8 > end) return false
    const name = bytes.toString('latin1', position, position + 4)
    const size = bytes.readUInt32BE(position + 4)
    if (!/^[A-Z]/.test(name) || position + 8 + size > end) return false
    if (name === 'IEOT' && !areBlocksHonest(bytes.subarray(position + 8, position + 8 + size), starts))
      return false
    position += 8 + size
  }
  // Git looks for the end of the entries at a fixed place, whatever stands before it.
  const mark = end - (8 + 4 + hash)
  const hasMark = mark >= start && bytes.toString('latin1', mark, mark + 4) === 'EOIE'
  return position === end && (!hasMark || bytes.readUInt32BE(mark + 8) === start)
}

function areBlocksHonest(blocks: Buffer, starts: readonly number[]): boolean {
  let first = 0
  for (let position = 4; position + 8 <= blocks.length; position += 8) {
    if (blocks.readUInt32BE(position) !== starts[first]) return false
    first += blocks.readUInt32BE(position + 4)
  }
  return first === starts.length
}
