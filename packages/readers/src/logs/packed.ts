import { Decompress } from 'fzstd'

/** True for a file that its agent has packed since (Codex does that to rollouts of more than a week). */
export function isPacked(path: string): boolean {
  return path.endsWith(PACKED_END)
}

/** The name that a file had before it was packed. */
export function toUnpackedName(path: string): string {
  return isPacked(path) ? path.slice(0, -PACKED_END.length) : path
}

const PACKED_END = '.zst'

/** Unpacks Zstandard piece by piece: memory holds what one piece becomes. Throws on bytes that are none. */
export function createUnpacker(): { push(piece: Uint8Array, isLast: boolean): readonly Uint8Array[] } {
  let pieces: Uint8Array[] = []
  const stream = new Decompress(piece => {
    if (piece.length > 0) pieces.push(piece)
  })
  return {
    push(piece, isLast) {
      // The unpacker keeps what it is given, and whoever reads gives the same buffer again.
      stream.push(Uint8Array.from(piece), isLast)
      const unpacked = pieces
      pieces = []
      return unpacked
    },
  }
}
