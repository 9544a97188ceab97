import { crc32 } from 'node:zlib'

/** The line before what is remembered: what it is, of which version, and a checksum of the rest. */
export type CacheFrame = { readonly name: string; readonly version: number }

/** Puts the line before the pieces. It fills as many bytes as keep words behind it in their places. */
export function frame({ name, version }: CacheFrame, pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  // Of nothing, zlib forgets what came before.
  const checksum = pieces.reduce((sum, piece) => (piece.length === 0 ? sum : crc32(piece, sum)), 0)
  const line = `${name} ${version} ${checksum}`
  return [Buffer.from(`${line.padEnd(LINE_BYTES - 1)}\n`, 'latin1'), ...pieces]
}

/** What stands behind the line, or why it cannot be used. */
export function unframe({ name, version }: CacheFrame, bytes: Buffer): Buffer | 'damaged' | 'other-version' {
  const line = bytes.toString('latin1', 0, LINE_BYTES)
  const [, found] = new RegExp(`^${name} (\\d{1,9}) `).exec(line) ?? []
  if (found === undefined) return 'damaged'
  if (Number(found) !== version) return 'other-version'
  const [checksum] = /\d+(?= *\n$)/.exec(line) ?? []
  const rest = bytes.subarray(LINE_BYTES)
  return crc32(rest) === Number(checksum) ? rest : 'damaged'
}

const LINE_BYTES = 64
